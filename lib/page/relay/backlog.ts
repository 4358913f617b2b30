import type { NumberedObservation } from '#core/wire/page-messages';
import { MAX_REPORT_LENGTH, MAX_SDKS } from '#core/wire/report-limits';
import { beginsWith } from '#core/wire/report-type';

/**
 * Limits of the logs of a page, which take memory of its processes while no panel is open.
 * All frames of the page share `characters` equally.
 */
const BACKLOG_LIMITS = { observations: 20_000, characters: 16_000_000 } as const;

/** Minimum share of a frame in UTF-16 units, for any number of frames: several hundred events. */
const MIN_SHARE_CHARS = 250_000;

export interface Backlog {
  add(text: string): NumberedObservation;
  /** Returns the observations from number `seq` on, oldest first. */
  from(seq: number): readonly NumberedObservation[];
  /** Number of the oldest observation in the log, or `next` if the log is empty. */
  first(): number;
  /** Number that the next observation will get. */
  next(): number;
  /** Returns the reports of SDKs from `seq` on that were evicted, because a panel that opens later needs them. */
  sdks(seq: number): readonly NumberedObservation[];
  /** Returns the number of dropped observations. */
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
  let stored: NumberedObservation[] = [];
  let first = 0;
  let characters = 0;
  let lastSeq = 0;
  let dropped = 0;

  const minShare = Math.min(MIN_SHARE_CHARS, limits.characters);
  const isFull = (): boolean =>
    stored.length - first > limits.observations ||
    (characters > minShare && characters > Math.max(minShare, limits.characters / countFrames()));

  const dropOldest = (): void => {
    characters -= stored[first]?.text.length ?? 0;
    first += 1;
    dropped += 1;
    if (first > 1_000 && first > stored.length / 2) {
      stored = stored.slice(first);
      first = 0;
    }
  };

  return {
    add(report) {
      lastSeq += 1;
      // Only forged reports are longer. They are truncated.
      const text = report.slice(0, MAX_REPORT_LENGTH);
      const observation = { seq: lastSeq, text };
      if (beginsWith('sdk', text) && sdks.length < MAX_SDKS) sdks.push(observation);
      stored.push(observation);
      characters += text.length;
      while (isFull() && stored.length - first > 1) dropOldest();
      return observation;
    },
    from: (seq) => stored.slice(first + Math.max(0, seq - (stored[first]?.seq ?? seq))),
    sdks: (seq) => sdks.filter((sdk) => sdk.seq >= seq && sdk.seq < (stored[first]?.seq ?? lastSeq + 1)),
    first: () => stored[first]?.seq ?? lastSeq + 1,
    next: () => lastSeq + 1,
    dropped: () => dropped,
    clear() {
      stored = [];
      first = 0;
      characters = 0;
      dropped = 0;
    },
  };
}
