import { formatEvent } from '#core/scenarios/step-labels';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Whether an expectation holds for the records of a moment, and how long that may stay so.
 * `final`: nothing can change it. `lasting`: no further event changes it, but what is known of these events still may.
 * `open`: further events may change it.
 */
export interface Judgement {
  readonly pass: boolean;
  readonly certainty: 'final' | 'lasting' | 'open';
  /** No event could be judged: the expectation fails, with `.not` too. */
  readonly isEmpty?: boolean;
  /** Returns the expected and received values, by line. Only called for a failure. */
  readonly explain: () => readonly string[];
  /** The event that was found, if the expectation is about one. */
  readonly found?: JudgedRecord;
}

/** Judges the records since the last clear. */
export type Judge = (records: readonly JudgedRecord[]) => Judgement;

/** Lines of a failure below its first line. */
export const MAX_EXPLANATION_LINES = 9;

/** Limits the number of lines; the last one says how many were omitted. */
export function limitLines(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), `  … ${lines.length - max + 1} more`];
}

/** An event as a failure names it: `#3 INTERACT play · TOUCH`. The panel gives it the same number. */
export function formatRow(record: JudgedRecord): string {
  return `#${record.row} ${formatEvent(record)}`;
}

/** Events that are named in one line; further ones are counted. */
const MAX_NAMED_EVENTS = 4;

/** Several events in one line: `#1 START app, #2 IMPRESSION home and 7 more`. */
export function formatRows(records: readonly JudgedRecord[]): string {
  const more = records.length - MAX_NAMED_EVENTS;
  const named = records.slice(0, MAX_NAMED_EVENTS).map(formatRow).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}
