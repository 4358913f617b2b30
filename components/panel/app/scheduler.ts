/** How long work may take before everything else has its turn. */
export interface Pace {
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
}

/** Never rests: for those who have nothing else to do. */
export const atOnce: Pace = { clock: () => 0, rest: async () => {} };
