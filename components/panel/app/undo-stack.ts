import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** An undo stack: the current state, the states before it, and those that were undone. */
export interface UndoStack<State> {
  readonly current: ReadonlySignal<State>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /**
   * Adds a step.
   * Edits with the same `editKey` and without a pause are undone in one step. A state that equals the current one adds
   * no step.
   */
  push(state: State, editKey?: string): void;
  undo(): void;
  redo(): void;
  /** Replaces the current state without adding a step. */
  replace(state: State): void;
  /** Changes the current state and all others, so that undo does not revert the change. */
  rewrite(change: (state: State) => State): void;
  /** Returns the latest state, current or earlier, that matches, or `null` if none does. */
  findLatest(matches: (state: State) => boolean): State | null;
}

interface UndoStackOptions<State> {
  readonly maxSteps: number;
  /** Maximum total size of the earlier states. The newest of them stays in any case. */
  readonly maxSize?: number;
  readonly sizeOf?: (state: State) => number;
  readonly isSame?: (one: State, other: State) => boolean;
  readonly clock?: () => number;
}

/** Typing after a pause of this length starts a new step. */
const PAUSE_MS = 1_000;

interface UndoHistory<State> {
  readonly before: readonly State[];
  readonly current: State;
  readonly after: readonly State[];
}

export function createUndoStack<State>(first: State, options: UndoStackOptions<State>): UndoStack<State> {
  const { isSame = (one, other) => one === other, clock = () => 0 } = options;
  const history = signal<UndoHistory<State>>({ before: [], current: first, after: [] });
  let lastEdit: { readonly editKey: string; readonly at: number } | null = null;

  return {
    current: computed(() => history.value.current),
    canUndo: computed(() => history.value.before.length > 0),
    canRedo: computed(() => history.value.after.length > 0),
    push(state, editKey) {
      const { before, current } = history.peek();
      if (isSame(current, state)) return;
      const at = clock();
      const isSameEdit = lastEdit !== null && lastEdit.editKey === editKey && at - lastEdit.at < PAUSE_MS;
      const continuesStep = isSameEdit && before.length > 0;
      lastEdit = editKey === undefined ? null : { editKey, at };
      history.value = {
        before: continuesStep ? before : dropOldest([...before, current], options),
        current: state,
        after: [],
      };
    },
    undo() {
      const { before, current, after } = history.peek();
      lastEdit = null;
      const earlier = before.at(-1);
      if (earlier === undefined) return;
      history.value = { before: before.slice(0, -1), current: earlier, after: [current, ...after] };
    },
    redo() {
      const { before, current, after } = history.peek();
      lastEdit = null;
      const [later, ...others] = after;
      if (later === undefined) return;
      history.value = { before: [...before, current], current: later, after: others };
    },
    replace(state) {
      history.value = { ...history.peek(), current: state };
    },
    rewrite(change) {
      const { before, current, after } = history.peek();
      history.value = { before: before.map(change), current: change(current), after: after.map(change) };
    },
    findLatest(matches) {
      const { before, current } = history.peek();
      return [...before, current].findLast(matches) ?? null;
    },
  };
}

function dropOldest<State>(before: readonly State[], options: UndoStackOptions<State>): readonly State[] {
  const { maxSteps, maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = options;
  const steps = before.slice(-maxSteps);
  let first = steps.length;
  let size = 0;
  for (const state of steps.toReversed()) {
    size += sizeOf(state);
    if (size > maxSize && first < steps.length) break;
    first -= 1;
  }
  return steps.slice(first);
}
