import type { AppStore } from '#components/panel/app/app-store.ts';
import { panelRules } from '#core/drafts/panel-rules';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { createLongValueSource } from '#core/formats/write/long-value-source';
import type { Writing } from '#core/formats/write/writing';
import { createRedactor } from '#core/redaction/redactor';
import type { ExportScope, ExportSource } from './export-choice';

interface Choice {
  readonly scope: ExportScope;
  readonly isRedacted: boolean;
  readonly exportedAt: number;
}

/** What is to be written of a session; each with pseudonyms of its own. */
export function createExportWriting(
  { version }: Pick<AppStore, 'version'>,
  source: ExportSource,
  { scope, isRedacted, exportedAt }: Choice,
): Writing {
  return {
    records: source.records[scope],
    all: source.records.all,
    marks: source.marks,
    frames: source.frames,
    mask: isRedacted ? createRedactor().json : (json) => json,
    isMasked: isRedacted,
    exportedAt,
    writtenBy: { name: 'Telemetry V3 DevTools', version },
    argumentsOfEvent: panelRules.argumentsOfEvent,
    argumentNames: panelRules.argumentNames,
    longValues: createLongValueSource(source.readLongValues),
  };
}

export interface Sample {
  /** The first lines, cut to a length that one can look at. */
  readonly lines: readonly string[];
  /** About how large the whole file will be, without the long values on disk. */
  readonly bytes: number;
  /** How many events have long values on disk, whose size is not known before they are read. */
  readonly storedCount: number;
}

const MAX_PREVIEW_RECORDS = 24;
const MAX_PREVIEW_LINES = 40;
const MAX_PREVIEW_LINE_CHARS = 400;

/** The beginning of a file, and what that says of its size: so few records that it is there at once. */
export function sampleOf(format: ExportFormatDefinition, writing: Writing): Sample {
  const text = textOf(format, writing, writing.records.slice(0, MAX_PREVIEW_RECORDS));
  const empty = textOf(format, { ...writing, mask: (json) => json }, []);
  const from = Math.max(0, (writing.records.length >> 1) - (MAX_PREVIEW_RECORDS >> 1));
  const middle = textOf(format, writing, writing.records.slice(from, from + MAX_PREVIEW_RECORDS));
  const sampled = Math.min(MAX_PREVIEW_RECORDS, writing.records.length);
  const each = sampled === 0 ? 0 : (bytesOf(middle) - bytesOf(empty)) / sampled;
  const lines = text.split('\n', MAX_PREVIEW_LINES);
  return {
    lines: lines.map(cut),
    bytes: Math.max(0, bytesOf(empty) + each * writing.records.length),
    storedCount: writing.records.filter(({ longValues }) => longValues === 'stored').length,
  };
}

/** Requests are put together of these few records alone. */
function textOf(format: ExportFormatDefinition, writing: Writing, records: Writing['records']): string {
  const { longValues: _, ...shortened } = writing;
  return [...format.write({ ...shortened, records, all: records }).texts].join('');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cut(line: string): string {
  return line.length > MAX_PREVIEW_LINE_CHARS ? `${line.slice(0, MAX_PREVIEW_LINE_CHARS)}…` : line;
}
