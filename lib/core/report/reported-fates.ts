import type { FateEffect, FateEnd } from '#core/pipeline/event-fate';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { formatNumber } from '#core/telemetry/wording';

/** How many events have a fate, by its reason. */
export interface FateCount<Reason extends string = string> {
  readonly reason: Reason;
  readonly count: number;
}

/** The predicted fates of the events behind the collector, the most frequent first. */
export interface ReportedFates {
  readonly pipeline: PipelineName;
  /** Counts of ends. Each event has one end. */
  readonly ends: readonly FateCount<FateEnd['reason']>[];
  /** Counts of effects on events before their end. */
  readonly effects: readonly FateCount<FateEffect['reason']>[];
  /** Number of events whose observed fate differs from the prediction. */
  readonly others: number;
}

/** Returns counts, the most frequent first. */
export function toFateCounts<Reason extends string>(counts: ReadonlyMap<Reason, number>): readonly FateCount<Reason>[] {
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
}

const endTitles: Readonly<Record<FateEnd['reason'], string>> = {
  accepted: 'Accepted',
  'own-topic': 'Kept in a topic of their own',
  'batch-too-large': 'Rejected: batch too large',
  'duplicate-batch': 'Dropped: duplicate batch',
  'too-large': 'Dropped: event too large',
  invalid: 'Rejected: invalid by the schema',
  duplicate: 'Dropped: duplicate',
  'too-old': 'Dropped: too old',
  skipped: 'Dropped: skipped type',
};

const effectTitles: Readonly<Record<FateEffect['reason'], string>> = {
  'not-validated': 'Not validated',
  corrected: 'Corrected',
  split: 'Split',
  'time-changed': 'Time changed',
  'user-not-joined': 'Not joined with user data',
  'content-not-joined': 'Not joined with content data',
  'not-counted': 'Not counted as an interaction',
};

/** A row of a report's table of fates. */
interface FateRow {
  readonly title: string;
  readonly reason: string;
  readonly count: number;
}

/** Lists the counts with their titles, for tables. */
export function fateRows({ ends, effects, others }: ReportedFates): readonly FateRow[] {
  const rows: FateRow[] = [
    ...ends.map((end) => ({ ...end, title: endTitles[end.reason] })),
    ...effects.map((effect) => ({ ...effect, title: effectTitles[effect.reason] })),
  ];
  return others === 0
    ? rows
    : [...rows, { title: 'Predicted differently from what happened', reason: 'other-fate', count: others }];
}

/** Returns the counts in one line: `Fate in sunbird-5.0: 1 accepted, 1 duplicate; 1 not-counted.` */
export function fateSummaryText({ pipeline, ends, effects, others }: ReportedFates): string {
  const list = (counts: readonly FateCount[]) =>
    counts.map(({ reason, count }) => `${formatNumber(count)} ${reason}`).join(', ');
  const parts = [list(ends) || 'no events', list(effects), others === 0 ? '' : `${formatNumber(others)} other-fate`];
  return `Fate in ${pipeline}: ${parts.filter((part) => part !== '').join('; ')}.`;
}
