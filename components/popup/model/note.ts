import { type ReadonlySignal, signal } from '@preact/signals';

/** A message about the last action. */
interface Note {
  readonly tone: 'ok' | 'bad';
  /** Called where it is shown, so that it is always in the language of the moment. */
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
  /** Suspends the timeout while the pointer or the focus is on it. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** Runs something later, in milliseconds; the undo stops it. */
export type SetTimer = (delay: number, work: () => void) => () => void;

const STAYS = 6000;

/** A note leaves after 6 s; one about a failure stays until it is dismissed. */
export function createNoteModel(setTimer: SetTimer): NoteModel {
  const note = signal<Note | null>(null);
  let stop = () => {};

  function dismiss(): void {
    stop();
    note.value = null;
  }

  function release(): void {
    stop();
    if (note.peek()?.tone === 'ok') stop = setTimer(STAYS, dismiss);
  }

  function show(shown: Note): void {
    note.value = shown;
    release();
  }

  return {
    note,
    done: (text, action) => show({ tone: 'ok', text, action }),
    failed: (text) => show({ tone: 'bad', text }),
    dismiss,
    hold: () => stop(),
    release,
  };
}
