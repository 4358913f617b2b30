import type { WatchedFrame } from '#core/journey/watched-frame';
import type { Watching } from '#core/util/site';

/** Why the list shows no events. */
export type EmptyListReason =
  | 'closed'
  | 'not-watched'
  | 'unavailable'
  | 'no-sdk'
  | 'nothing-yet'
  | 'nothing-collected'
  | 'no-file'
  | 'no-match';

interface ListState {
  readonly recordCount: number;
  readonly visibleCount: number;
  /** Whether the tab itself was closed. */
  readonly isClosed?: boolean;
  /** Whether the list shows the events of a collector. */
  readonly showsCollector?: boolean;
  /** Whether the panel shows files, which open beside this list. */
  readonly showsFiles?: boolean;
  readonly watching: Watching;
  readonly frames: readonly WatchedFrame[];
}

export function emptyListReason({
  recordCount,
  visibleCount,
  isClosed = false,
  showsCollector = false,
  showsFiles = false,
  watching,
  frames,
}: ListState): EmptyListReason | null {
  if (visibleCount > 0) return null;
  if (recordCount > 0) return 'no-match';
  if (isClosed) return 'closed';
  const isSdkBlocked = frames.some(({ evalBlocked, sdks }) => evalBlocked && sdks.length === 0);
  if (showsCollector) return isSdkBlocked ? 'no-sdk' : 'nothing-collected';
  if (showsFiles) return 'no-file';
  if (watching.state !== 'watched') return watching.state;
  return frames.some((frame) => frame.sdks.length > 0) ? 'nothing-yet' : 'no-sdk';
}
