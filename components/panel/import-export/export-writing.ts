import type { AppStore } from '#components/panel/app/app-store.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { listRecords } from '#components/panel/event-list/visible-rows.ts';
import { panelRules } from '#core/drafts/panel-rules';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { createLongValueSource } from '#core/formats/write/long-value-source';
import type { Writing } from '#core/formats/write/writing';
import type { Navigation } from '#core/journey/record';
import type { LongValues } from '#core/journey/values/long-values';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createRedactor } from '#core/redaction/redactor';
import type { JudgedRecord } from '#core/stream/judged-record';
import { trimEnd } from '#core/util/copy-text';

interface ExportSettings {
  readonly scope: ExportScope;
  readonly isRedacted: boolean;
  readonly exportedAt: number;
}

/** Creates the input of an export. Each export has its own pseudonyms. */
export function createExportWriting(
  { version }: Pick<AppStore, 'version'>,
  source: ExportSource,
  { scope, isRedacted, exportedAt }: ExportSettings,
): Writing {
  return {
    records: source.records[scope],
    all: source.records.all,
    navigations: source.navigations,
    frames: source.frames,
    redact: isRedacted ? createRedactor().json : (json) => json,
    isRedacted,
    exportedAt,
    writtenBy: { name: 'Telemetry V3 DevTools', version },
    argumentsOfEvent: panelRules.argumentsOfEvent,
    argumentNames: panelRules.argumentNames,
    longValues: createLongValueSource(source.readLongValues),
  };
}

export interface ExportPreview {
  /** The first lines, truncated for the preview. */
  readonly lines: readonly string[];
  /** Estimated size of the whole file, without the long values on disk. */
  readonly bytes: number;
  /** Number of events with long values on disk. Their size is unknown until they are read. */
  readonly storedCount: number;
}

const MAX_PREVIEW_RECORDS = 24;
/**
 * Maximum number of events in a summarized preview, which takes one or two frames.
 * With fewer events, sessions could have other numbers than in the file.
 */
const MAX_SUMMARIZED_RECORDS = 5_000;
const MAX_PREVIEW_LINES = 40;
const MAX_PREVIEW_LINE_CHARS = 400;

/** Formats the start of a file and estimates the size, from few enough records to do it synchronously. */
export function createPreview(format: ExportFormatDefinition, writing: Writing): ExportPreview {
  if (format.isOfManyEvents === true) return createSummaryPreview(format, writing);
  const text = formatRecords(format, writing, writing.records.slice(0, MAX_PREVIEW_RECORDS));
  const empty = formatRecords(format, { ...writing, redact: (json) => json }, []);
  const from = Math.max(0, (writing.records.length >> 1) - (MAX_PREVIEW_RECORDS >> 1));
  const middle = formatRecords(format, writing, writing.records.slice(from, from + MAX_PREVIEW_RECORDS));
  const middleCount = Math.min(MAX_PREVIEW_RECORDS, writing.records.length);
  const bytesPerRecord = middleCount === 0 ? 0 : (countBytes(middle) - countBytes(empty)) / middleCount;
  const lines = text.split('\n', MAX_PREVIEW_LINES);
  return {
    lines: lines.map(truncateLine),
    bytes: Math.max(0, countBytes(empty) + bytesPerRecord * writing.records.length),
    storedCount: writing.records.filter(({ longValues }) => longValues === 'stored').length,
  };
}

function createSummaryPreview(format: ExportFormatDefinition, writing: Writing): ExportPreview {
  const records = writing.records.slice(0, MAX_SUMMARIZED_RECORDS);
  const text = formatRecords(format, writing, records);
  const factor = records.length === 0 ? 1 : writing.records.length / records.length;
  return {
    lines: text.split('\n', MAX_PREVIEW_LINES).map(truncateLine),
    bytes: countBytes(text) * factor,
    storedCount: 0,
  };
}

/** Formats some records. Requests contain only these records. */
function formatRecords(format: ExportFormatDefinition, writing: Writing, records: Writing['records']): string {
  const { longValues: _, ...shortened } = writing;
  return [...format.write({ ...shortened, records, all: records }).texts].join('');
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function truncateLine(line: string): string {
  return line.length > MAX_PREVIEW_LINE_CHARS ? `${line.slice(0, MAX_PREVIEW_LINE_CHARS)}…` : line;
}

export const exportScopes = ['all', 'shown', 'selected'] as const;
/** The exported events: all, those that pass the filter, or the selected ones. */
export type ExportScope = (typeof exportScopes)[number];

/** A snapshot of the list, without the events that arrive later. */
export interface ExportSource {
  readonly records: Readonly<Record<ExportScope, readonly JudgedRecord[]>>;
  readonly navigations: readonly Navigation[];
  readonly frames: readonly WatchedFrame[];
  /** Reads the long values of a row that are not in memory. */
  readonly readLongValues: (row: number) => Promise<LongValues | null>;
  /** The most likely scope: several selected events, else the events that pass the filter. */
  readonly defaultScope: ExportScope;
}

export function createExportSource({ records, visible, selection, get, fullRecords }: EventList): ExportSource {
  const all = records.all().slice();
  const shown = visible.eventCount.value === all.length ? all : listRecords(visible.current.value);
  const selected = selection.selected.value;
  const unselectedScope = shown.length < all.length ? 'shown' : 'all';
  return {
    records: { all, shown, selected },
    navigations: records.navigations().slice(),
    frames: get(listFrames).list.value,
    readLongValues: fullRecords.readValues,
    defaultScope: selected.length > 1 ? 'selected' : unselectedScope,
  };
}

/** Formats the file name: `telemetry-learn.example.org-2026-11-21-1015.har`, in local time. */
export function formatExportName(
  source: string,
  at: number,
  { extension }: Pick<ExportFormatDefinition, 'extension'>,
): string {
  const time = new Date(at);
  const padTwo = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${padTwo(time.getMonth() + 1)}-${padTwo(time.getDate())}`;
  const parts = ['telemetry', toFileName(source), day, padTwo(time.getHours()) + padTwo(time.getMinutes())];
  return `${parts.filter((word) => word !== '').join('-')}.${extension}`;
}

/** Keeps the whole file name within the 255 bytes of common file systems, with up to 3 bytes per character. */
const MAX_NAME_CHARS = 70;

/** Replaces characters that some file systems do not allow, and truncates the name. */
export function toFileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '');
  return trimEnd(plain, '-.').slice(0, MAX_NAME_CHARS);
}
