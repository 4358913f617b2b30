import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { WatchedFrame } from '../messaging/frames';
import { pageLabel } from './words';

/** The frames of the inspected tab that answer, and the one that is fired at. */
export interface Frames {
  readonly list: ReadonlySignal<readonly WatchedFrame[]>;
  /** Those that have an SDK. */
  readonly targets: ReadonlySignal<readonly WatchedFrame[]>;
  /** The chosen one, else the top frame, else the first with an SDK; null where none has one. */
  readonly target: ReadonlySignal<WatchedFrame | null>;
  set(frames: readonly WatchedFrame[]): void;
  choose(documentId: string): void;
}

export function createFrames(): Frames {
  const list = signal<readonly WatchedFrame[]>([]);
  const chosen = signal<string | null>(null);
  const targets = computed(() => list.value.filter((frame) => frame.sdks.length > 0));
  const target = computed(() => {
    const frames = targets.value;
    const wanted = frames.find((frame) => frame.documentId === chosen.value);
    return wanted ?? frames.find((frame) => frame.frameId === 0) ?? frames[0] ?? null;
  });
  return {
    list,
    targets,
    target,
    set: (frames) => {
      list.value = frames;
    },
    choose: (documentId) => {
      chosen.value = documentId;
    },
  };
}

/** A frame as a choice: `player.html, $t 2.x`. */
export function frameLabel(frame: WatchedFrame): string {
  const sdk = frame.sdks[0];
  const page = pageLabel(frame) || 'unnamed frame';
  return sdk ? `${page}, ${sdk.global}${sdk.generation === 'unknown' ? '' : ` ${sdk.generation}`}` : page;
}

/** Which SDK generations the frames have, for a sentence: `SDK 2.x`, `SDK 1.x and 2.x`. */
export function sdkNames(frames: readonly WatchedFrame[]): string {
  const generations = new Set(frames.flatMap((frame) => frame.sdks.map((sdk) => sdk.generation)));
  const known = [...generations].filter((generation) => generation !== 'unknown').sort();
  return known.length === 0 ? 'An SDK' : `SDK ${known.join(' and ')}`;
}
