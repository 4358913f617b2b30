/** The last time that `Date` can represent (ECMA-262, section 21.4.1.1). Formatters throw beyond it. */
export const MAX_EPOCH_MS = 8.64e15;
