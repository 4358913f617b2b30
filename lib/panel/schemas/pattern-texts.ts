import type { PatternSource } from '#core/patterns/pattern';
import { takeFirst } from '#core/util/lists';

/** Maximum number of cached outcomes, and of waiting texts. Enough for a few patterns on all rows of a list. */
const MAX_TEXTS = 200_000;
/**
 * Maximum length of all cached texts, and of all waiting texts, in UTF-16 units.
 * Rows retain most of these texts anyway.
 */
const MAX_CHARS = 8_000_000;
const BATCH_SIZE = 2_000;

export interface TestedPattern {
  readonly pattern: PatternSource;
  /** Cached outcomes by text, the oldest first. */
  readonly outcomes: Map<string, boolean>;
  readonly waiting: Set<string>;
  isSlow: boolean;
}

/** Texts of one pattern, which the thread tests together. */
export interface TextBatch {
  readonly tested: TestedPattern;
  readonly texts: readonly string[];
}

/** The patterns of a panel, with their cached outcomes and the texts that wait for the thread. */
export interface PatternTexts {
  getOrCreate(pattern: PatternSource): TestedPattern;
  /** Adds a waiting text, unless there are too many. */
  enqueue(tested: TestedPattern, text: string): void;
  hasWaiting(): boolean;
  /** Returns waiting texts of one pattern, or `null`. They wait until their outcomes are stored. */
  nextBatch(): TextBatch | null;
  /** Stores the outcomes of the first texts of a batch. */
  storeOutcomes(batch: TextBatch, outcomes: readonly boolean[]): void;
  /** No more texts of this pattern are tested. */
  markSlow(tested: TestedPattern): void;
}

export function createPatternTexts(): PatternTexts {
  const patterns = new Map<string, TestedPattern>();
  const cachedTotals = { texts: 0, chars: 0 };
  const waitingTotals = { texts: 0, chars: 0 };

  const removeWaiting = (tested: TestedPattern, text: string): void => {
    if (!tested.waiting.delete(text)) return;
    waitingTotals.texts -= 1;
    waitingTotals.chars -= text.length;
  };
  const storeOutcome = (tested: TestedPattern, text: string, outcome: boolean): void => {
    removeWaiting(tested, text);
    tested.outcomes.set(text, outcome);
    cachedTotals.texts += 1;
    cachedTotals.chars += text.length;
    while (cachedTotals.texts > MAX_TEXTS || (cachedTotals.chars > MAX_CHARS && cachedTotals.texts > 1))
      evictOldest(tested);
  };
  /**
   * Evicts the oldest outcome of the pattern with the most outcomes.
   * Other patterns may have few texts that occur again and again.
   */
  const evictOldest = (newest: TestedPattern): void => {
    let largest = newest;
    for (const each of patterns.values()) if (each.outcomes.size > largest.outcomes.size) largest = each;
    const [oldest] = largest.outcomes.keys();
    if (oldest === undefined) return;
    largest.outcomes.delete(oldest);
    cachedTotals.texts -= 1;
    cachedTotals.chars -= oldest.length;
  };

  return {
    getOrCreate(pattern) {
      const key = keyOf(pattern);
      const existing = patterns.get(key);
      if (existing !== undefined) return existing;
      const created = { pattern, outcomes: new Map(), waiting: new Set<string>(), isSlow: false };
      patterns.set(key, created);
      return created;
    },
    enqueue(tested, text) {
      const isFull =
        waitingTotals.texts >= MAX_TEXTS || (waitingTotals.texts > 0 && waitingTotals.chars + text.length > MAX_CHARS);
      if (isFull || tested.waiting.has(text)) return;
      tested.waiting.add(text);
      waitingTotals.texts += 1;
      waitingTotals.chars += text.length;
    },
    hasWaiting: () => waitingTotals.texts > 0,
    nextBatch() {
      const tested = [...patterns.values()].find((each) => each.waiting.size > 0);
      if (tested === undefined) return null;
      // Patterns take turns, so that a pattern with many texts does not delay others.
      const key = keyOf(tested.pattern);
      patterns.delete(key);
      patterns.set(key, tested);
      return { tested, texts: [...takeFirst(tested.waiting, BATCH_SIZE)] };
    },
    storeOutcomes({ tested, texts }, outcomes) {
      outcomes.forEach((outcome, index) => {
        const text = texts[index];
        if (text !== undefined) storeOutcome(tested, text, outcome);
      });
    },
    markSlow(tested) {
      tested.isSlow = true;
      for (const text of [...tested.waiting]) removeWaiting(tested, text);
    },
  };
}

function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}
