/** The last time that `Date` can represent (ECMA-262, section 21.4.1.1). Formatters throw beyond it. */
export const MAX_EPOCH_MS = 8.64e15;

/** Limits epoch milliseconds to what `Date` can represent. */
export function clampEpochMs(at: number): number {
  return Math.max(-MAX_EPOCH_MS, Math.min(at, MAX_EPOCH_MS));
}

/** An epoch timestamp below this is in seconds: in milliseconds it would be before March 1973. */
export const MIN_TIMESTAMP_MS = 100_000_000_000;
