import type { WatchedFrame } from '../messaging/frames';
import type { Watching } from '../watching/site';

/** Why the list shows no event; null where it shows some. */
export type EmptyList = 'not-watched' | 'unavailable' | 'no-sdk' | 'nothing-yet' | 'no-match';

interface Situation {
  readonly recorded: number;
  readonly shown: number;
  readonly watching: Watching;
  readonly frames: readonly WatchedFrame[];
}

export function emptyList({ recorded, shown, watching, frames }: Situation): EmptyList | null {
  if (shown > 0) return null;
  if (recorded > 0) return 'no-match';
  if (watching.state !== 'watched') return watching.state;
  return frames.some((frame) => frame.sdks.length > 0) ? 'nothing-yet' : 'no-sdk';
}
