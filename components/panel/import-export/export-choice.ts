import { listFrames } from '#components/panel/event-list/frames.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isMark } from '#components/panel/event-list/rows-with-navigations.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import type { NavigationMark } from '#core/journey/record';
import type { LongValues } from '#core/journey/values/long-values';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { JudgedRecord } from '#core/stream/judged-record';
import { trimEnd } from '#core/util/trim-end';

export const exportScopes = ['all', 'shown', 'selected'] as const;
/** Which events are exported: all, those that the filter leaves, or the selected ones of these. */
export type ExportScope = (typeof exportScopes)[number];

/** A list as it was when the export was asked for: what comes in meanwhile is not part of it. */
export interface ExportSource {
  readonly records: Readonly<Record<ExportScope, readonly JudgedRecord[]>>;
  readonly marks: readonly NavigationMark[];
  readonly frames: readonly WatchedFrame[];
  /** The long values of a row that are not in memory. */
  readonly readLongValues: (row: number) => Promise<LongValues | null>;
  /** What one most likely wants: what was selected, else what was filtered. */
  readonly defaultScope: ExportScope;
}

export function exportSource({ records, visible, selection, get, whole }: EventList): ExportSource {
  const all = records.all().slice();
  const shown = visible.shown.value === all.length ? all : shownOf(visible);
  const selected = selection.selected.value;
  const defaultScope = selected.length > 1 ? 'selected' : shown.length < all.length ? 'shown' : 'all';
  return {
    records: { all, shown, selected },
    marks: records.marks().slice(),
    frames: get(listFrames).list.value,
    readLongValues: whole.readValues,
    defaultScope,
  };
}

function shownOf(visible: EventList['visible']): readonly JudgedRecord[] {
  const shown: JudgedRecord[] = [];
  for (let index = 0; index < visible.length.value; index += 1) {
    const item = visible.at(index);
    if (item && !isMark(item)) shown.push(item);
  }
  return shown;
}

/** `telemetry-learn.example.org-2026-11-21-1015.har`, in local time. */
export function exportName(
  place: string,
  at: number,
  { extension }: Pick<ExportFormatDefinition, 'extension'>,
): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const parts = ['telemetry', plainName(place), day, two(time.getHours()) + two(time.getMinutes())];
  return `${parts.filter((word) => word !== '').join('-')}.${extension}`;
}

/** Longest name that every file system takes, less the rest of the name. */
const MAX_NAME_CHARS = 80;

/** Without what a file's name cannot hold anywhere. */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '');
  return trimEnd(plain, '-.').slice(0, MAX_NAME_CHARS);
}
