import { Toast } from '#components/kit/Toast.tsx';
import type { NoteModel } from './model/note';

/** The last message. Its element is always rendered, so that screen readers notice a change. */
export function PopupNote({ note }: { readonly note: NoteModel }) {
  const shown = note.note.value;
  return (
    <div class="toasts" aria-live="polite">
      {shown !== null && (
        <Toast
          tone={shown.tone}
          text={shown.text()}
          action={shown.action && { ...shown.action, label: shown.action.label() }}
          onDismiss={note.dismiss}
          onHold={note.hold}
          onRelease={note.release}
        />
      )}
    </div>
  );
}
