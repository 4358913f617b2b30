import { Toast } from '#components/kit/Toast.tsx';
import type { NoteModel } from './model/note';

/** What was just done. Its place is always there, so that screen readers notice what comes into it. */
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
