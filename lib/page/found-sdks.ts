import { SDK_GLOBALS } from '../telemetry/sdk-globals';
import { placeOf } from './builtins';

export interface FoundSdk {
  readonly sdk: object;
  global: string;
}

/** Notes an SDK under its best known name; answers its number where that is news, else null. */
export function note(sdks: FoundSdk[], sdk: object, global: string): number | null {
  const index = indexOf(sdks, sdk);
  const known = sdks[index];
  if (!known) {
    sdks[sdks.length] = { sdk, global };
    return sdks.length - 1;
  }
  if (rank(known.global) <= rank(global)) return null;
  known.global = global;
  return index;
}

/** The number of an SDK within its document, from 0; -1 where it was never found. */
export function indexOf(sdks: readonly FoundSdk[], sdk: object): number {
  for (let index = 0; index < sdks.length; index += 1) {
    if (sdks[index]?.sdk === sdk) return index;
  }
  return -1;
}

function rank(global: string): number {
  return placeOf(SDK_GLOBALS, global);
}
