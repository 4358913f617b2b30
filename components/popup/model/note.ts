import { type ReadonlySignal, signal } from '@preact/signals';

/** A message about the last action. */
interface Note {
  readonly tone: 'ok' | 'bad';
  /** Called when it is rendered, so that it is in the current language. */
  readonly text: () => string;
  /** At most one action. */
  readonly action?: NoteAction | undefined;
}

interface NoteAction {
  readonly label: () => string;
  readonly onChoose: () => void;
}

export interface NoteModel {
  readonly note: ReadonlySignal<Note | null>;
  readonly done: (text: () => string, action?: NoteAction) => void;
  readonly failed: (text: () => string) => void;
  readonly dismiss: () => void;
  /** Pauses the timeout while the pointer or the focus is on the note. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** Calls a function after a delay in milliseconds. Returns a function that cancels it. */
export type SetTimer = (delay: number, callback: () => void) => () => void;

const LIFETIME_MS = 6000;

/** Creates the model of notes. A note disappears after 6 s, but a failure stays until it is dismissed. */
export function createNoteModel(setTimer: SetTimer): NoteModel {
  const note = signal<Note | null>(null);
  let stop = () => {};

  function dismiss(): void {
    stop();
    note.value = null;
  }

  function release(): void {
    stop();
    if (note.peek()?.tone === 'ok') stop = setTimer(LIFETIME_MS, dismiss);
  }

  function show(shown: Note): void {
    note.value = shown;
    release();
  }

  return {
    note,
    done(text, action) {
      const onChoose = (): void => {
        // A double click runs the action once.
        if (note.peek() !== shown) return;
        dismiss();
        action?.onChoose();
      };
      const shown: Note = { tone: 'ok', text, action: action && { ...action, onChoose } };
      show(shown);
    },
    failed: (text) => show({ tone: 'bad', text }),
    dismiss,
    hold: () => stop(),
    release,
  };
}
