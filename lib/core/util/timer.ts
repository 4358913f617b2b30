/** Calls back after some milliseconds; returns the way to call it off. */
export type After = (milliseconds: number, then: () => void) => () => void;
