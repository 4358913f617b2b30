import { formatEvent } from '#core/scenarios/step-labels';
import type { JudgedRecord } from '#core/stream/judged-record';
import { truncate } from '#core/telemetry/wording';

/**
 * Whether an expectation passes for the current records, and what can change the outcome.
 * `canChangeBy` is `nothing`, `updates` (only of the current events), or `events` (also further ones).
 */
export interface Judgement {
  readonly pass: boolean;
  readonly canChangeBy: 'nothing' | 'updates' | 'events';
  /** Whether no event could be judged. The expectation then fails, even with `.not`. */
  readonly isEmpty?: boolean;
  /** Called only for a failure. */
  readonly explain: () => Explanation;
  /** The matching event, if the expectation is about a single event. */
  readonly match?: JudgedRecord;
}

/** Why an expectation fails. */
export interface Explanation {
  readonly expected: string;
  readonly received: string;
  /** Further lines. */
  readonly details: readonly string[];
}

/** Formats an explanation as lines of a failure message. */
export function formatExplanation({ expected, received, details }: Explanation): readonly string[] {
  return [`Expected: ${expected}`, `Received: ${received}`, ...details];
}

/** Returns what can change the outcome of an expectation about a number of events, which may be limited. */
export function changeSourceOf(pass: boolean, isLimited: boolean, hasTooMany: boolean): Judgement['canChangeBy'] {
  if (!isLimited) return pass ? 'nothing' : 'events';
  return hasTooMany ? 'updates' : 'events';
}

/** Judges the records since the last clear. */
export type Judge = (records: readonly JudgedRecord[]) => Judgement;

/** Maximum number of lines of a failure message after its first line. */
export const MAX_EXPLANATION_LINES = 9;

/** Limits the number of lines. The last line contains the number of omitted lines. */
export function limitLines(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `  … ${lines.length - max + 1} more`];
}

/** Length at which the label of an event is truncated, in UTF-16 units. A page may emit any `eid`. */
const MAX_LABEL_CHARS = 120;

/** Formats an event as `#3 INTERACT play · TOUCH`. The number is the same as in the panel. */
export function formatRow(record: JudgedRecord): string {
  return `#${record.row} ${truncate(formatEvent(record), MAX_LABEL_CHARS)}`;
}

/** Maximum number of events that are named in a line. The others are only counted. */
const MAX_NAMED_EVENTS = 4;

/** Formats several events in one line: `#1 START app, #2 IMPRESSION home and 7 more`. */
export function formatRows(records: readonly JudgedRecord[]): string {
  const more = records.length - MAX_NAMED_EVENTS;
  const rows = records.slice(0, MAX_NAMED_EVENTS).map(formatRow).join(', ');
  return more > 0 ? `${rows} and ${more} more` : rows;
}
