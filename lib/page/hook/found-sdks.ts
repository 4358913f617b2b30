export interface FoundSdk {
  readonly sdk: object;
  /** Place of its best known name among `SDK_GLOBALS`. */
  rank: number;
}

/** Notes an SDK under its best known name; returns its number where that is news, else null. */
export function registerSdk(sdks: FoundSdk[], sdk: object, rank: number): number | null {
  const index = indexOf(sdks, sdk);
  const known = sdks[index];
  if (!known) {
    sdks[sdks.length] = { sdk, rank };
    return sdks.length - 1;
  }
  if (known.rank <= rank) return null;
  known.rank = rank;
  return index;
}

/** The number of an SDK within its document, from 0; -1 where it was never found. */
export function indexOf(sdks: readonly FoundSdk[], sdk: object): number {
  for (let index = 0; index < sdks.length; index += 1) {
    if (sdks[index]?.sdk === sdk) return index;
  }
  return -1;
}
