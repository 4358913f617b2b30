import type { NumberedObservation } from '#core/wire/page-messages';
import { MAX_REPORT_LENGTH, MAX_SDKS } from '#core/wire/report-limits';
import { beginsWith } from '#core/wire/report-type';

/**
 * Bounds of the logs of a page, which take memory of its processes while no panel is open.
 * The characters are those of all its frames together, of which each has an equal share.
 */
const BACKLOG_LIMITS = { observations: 20_000, characters: 16_000_000 } as const;

/** In UTF-16 units, however many frames there are: some hundred events. */
const MIN_SHARE = 250_000;

export interface Backlog {
  add(text: string): NumberedObservation;
  /** Returns the observations from number `seq` on, oldest first. */
  from(seq: number): readonly NumberedObservation[];
  /** Number of the oldest observation in the log, or `next` if the log is empty. */
  first(): number;
  /** Number that the next observation will get. */
  next(): number;
  /** SDKs whose reports from `seq` on were evicted: a panel that opens later still needs them. */
  sdks(seq: number): readonly NumberedObservation[];
  /** How many observations were dropped, the oldest first. */
  dropped(): number;
  clear(): void;
}

/**
 * Stores the observations of one document for a panel that opens later.
 * When full, it drops the oldest and counts them. `countFrames` returns the current number of frames of the page.
 */
export function createBacklog(
  countFrames: () => number,
  limits: { observations: number; characters: number } = BACKLOG_LIMITS,
): Backlog {
  const sdks: NumberedObservation[] = [];
  let held: NumberedObservation[] = [];
  let first = 0;
  let characters = 0;
  let lastSeq = 0;
  let dropped = 0;

  const minShare = Math.min(MIN_SHARE, limits.characters);
  const isFull = (): boolean =>
    held.length - first > limits.observations ||
    (characters > minShare && characters > Math.max(minShare, limits.characters / countFrames()));

  const dropOldest = (): void => {
    characters -= held[first]?.text.length ?? 0;
    first += 1;
    dropped += 1;
    if (first > 1_000 && first > held.length / 2) {
      held = held.slice(first);
      first = 0;
    }
  };

  return {
    add(whole) {
      lastSeq += 1;
      // Only forged reports are longer; the rest stays in the page.
      const text = whole.slice(0, MAX_REPORT_LENGTH);
      const observation = { seq: lastSeq, text };
      if (beginsWith('sdk', text) && sdks.length < MAX_SDKS) sdks.push(observation);
      held.push(observation);
      characters += text.length;
      while (isFull() && held.length - first > 1) dropOldest();
      return observation;
    },
    from: (seq) => held.slice(first + Math.max(0, seq - (held[first]?.seq ?? seq))),
    sdks: (seq) => sdks.filter((sdk) => sdk.seq >= seq && sdk.seq < (held[first]?.seq ?? lastSeq + 1)),
    first: () => held[first]?.seq ?? lastSeq + 1,
    next: () => lastSeq + 1,
    dropped: () => dropped,
    clear() {
      held = [];
      first = 0;
      characters = 0;
      dropped = 0;
    },
  };
}
