import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type DraftContent, isSameContent } from '#core/drafts/draft-content';

/** What one draft says now and said before: one history for the form and the JSON, which are two views of it. */
export interface DraftHistory {
  readonly now: ReadonlySignal<DraftContent>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** `step` names where it was typed: what is typed in one place without a rest is undone in one step. */
  put(content: DraftContent, step: string): void;
  undo(): void;
  redo(): void;
  /** The latest content, this one or an earlier one, of which the question is answered with yes. */
  latest(isIt: (content: DraftContent) => boolean): DraftContent | null;
}

/** After a rest this long, typing on is a step of its own. */
const REST_MS = 1_000;
/** Steps back, and characters in them all: a long draft that is retyped all day must not fill the panel's memory. */
const MOST_STEPS = 300;
const MOST_CHARACTERS = 4_000_000;

interface Past {
  readonly before: readonly DraftContent[];
  readonly now: DraftContent;
  readonly after: readonly DraftContent[];
}

export function createDraftHistory(first: DraftContent, clock: () => number): DraftHistory {
  const past = signal<Past>({ before: [], now: first, after: [] });
  let last = { step: '', at: 0 };

  const startStep = () => {
    last = { step: '', at: 0 };
  };
  return {
    now: computed(() => past.value.now),
    canUndo: computed(() => past.value.before.length > 0),
    canRedo: computed(() => past.value.after.length > 0),
    put(content, step) {
      const { before, now } = past.peek();
      if (isSameContent(now, content)) return;
      const at = clock();
      const goesOn = step === last.step && at - last.at < REST_MS && before.length > 0;
      last = { step, at };
      past.value = { before: goesOn ? before : bounded([...before, now]), now: content, after: [] };
    },
    undo() {
      const { before, now, after } = past.peek();
      const earlier = before.at(-1);
      startStep();
      if (earlier) past.value = { before: before.slice(0, -1), now: earlier, after: [now, ...after] };
    },
    redo() {
      const { before, now, after } = past.peek();
      const [later, ...rest] = after;
      startStep();
      if (later) past.value = { before: [...before, now], now: later, after: rest };
    },
    latest(isIt) {
      const { before, now } = past.peek();
      return [...before, now].findLast(isIt) ?? null;
    },
  };
}

function bounded(before: readonly DraftContent[]): readonly DraftContent[] {
  let characters = 0;
  const kept = before.slice(-MOST_STEPS);
  const from = kept.findLastIndex(({ text }) => {
    characters += text.length;
    return characters > MOST_CHARACTERS;
  });
  return kept.slice(Math.min(from + 1, kept.length - 1));
}
