import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import type { FiringTarget, WatchedFrame } from '#core/journey/watched-frame';
import { i18n } from '#i18n';
import { defineListSection } from './list-section';

/** The frames of the inspected tab that respond, and the SDK that events are fired through. */
export interface Frames {
  readonly list: ReadonlySignal<readonly WatchedFrame[]>;
  /** The SDKs of the frames, as far as they can be distinguished. */
  readonly targets: ReadonlySignal<readonly FiringTarget[]>;
  /** The selected SDK, else the top frame's first, else the first of all; null if no frame has an SDK. */
  readonly target: ReadonlySignal<FiringTarget | null>;
  set(frames: readonly WatchedFrame[]): void;
  select(key: string): void;
}

/** The frames of a list's tab that respond, as targets of firing. */
export const listFrames = defineListSection(createFrames);

export function createFrames(): Frames {
  const list = signal<readonly WatchedFrame[]>([]);
  const selectedKey = signal<string | null>(null);
  const targets = computed(() => list.value.flatMap(targetsIn));
  const target = computed(() => {
    const all = targets.value;
    const selectedTarget = all.find((each) => targetKeyOf(each) === selectedKey.value);
    return selectedTarget ?? all.find(({ frameId }) => frameId === 0) ?? all[0] ?? null;
  });
  return {
    list,
    targets,
    target,
    set: (frames) => {
      list.value = frames;
    },
    select: (key) => {
      selectedKey.value = key;
    },
  };
}

/** Returns the last SDK of each name and generation, because a page may replace its SDK at run time. */
function targetsIn(frame: WatchedFrame): readonly FiringTarget[] {
  const sdkByName = new Map(frame.sdks.map(({ global, generation }, sdk) => [`${global} ${generation}`, sdk]));
  return [...sdkByName.values()].map((sdk) => ({ ...frame, sdk }));
}

/** Returns a key that identifies a target, also after the frames were reported again. */
export function targetKeyOf({ documentId, sdk }: FiringTarget): string {
  return `${documentId} ${sdk}`;
}

/** Labels an SDK for the picker: `player.html, $t 2.x`; with a page title `Lesson (/lesson), $t 2.x`. */
export function targetLabel(target: FiringTarget): string {
  const sdk = target.sdks[target.sdk];
  const label = formatPageLabel(target) || i18n.t('list.unnamedFrame');
  const page = target.frameId === 0 && target.title !== '' ? `${target.title} (${label})` : label;
  return sdk ? `${page}, ${sdk.global}${sdk.generation === 'unknown' ? '' : ` ${sdk.generation}`}` : page;
}

/** Returns the SDK generations of the frames: `SDK 2.x`, `SDK 1.x and 2.x`. */
export function sdkNames(frames: readonly WatchedFrame[]): string {
  const generations = new Set(frames.flatMap((frame) => frame.sdks.map((sdk) => sdk.generation)));
  const sorted = [...generations].filter((generation) => generation !== 'unknown').sort();
  const last = sorted.pop();
  if (last === undefined) return i18n.t('list.unknownSdk');
  return `SDK ${sorted.length === 0 ? last : i18n.t('common.and', { first: sorted.join(', '), last })}`;
}
