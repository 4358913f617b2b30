import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import type { FateCounts } from './fate-tracker';
import { createPainter } from './painter';
import type { Totals } from './validate-files';

/** Summarizes as ESLint does: how many problems of which severity, and of how many items. */
export function summaryText(
  { items, verdicts, severities, filesRead, filesFailed }: Totals,
  isColored: boolean,
): string {
  const paint = createPainter(isColored);
  const { error, warning, info } = severities;
  const problems = `${pluralize(error, 'error')}, ${pluralize(warning, 'warning')}, ${pluralize(info, 'notice')}`;
  const color = error > 0 ? 'error' : warning > 0 ? 'warning' : 'valid';
  const { valid, invalid, unknown } = verdicts;
  const left = items - valid - invalid - unknown;
  const counts = [
    `${valid} valid`,
    `${invalid} invalid`,
    `${unknown} unknown`,
    ...(left > 0 ? [`${left} not checked`] : []),
  ];
  const files = pluralize(filesRead + filesFailed, 'file');
  return `${paint(problems, color)} in ${pluralize(items, 'item')} of ${files}: ${counts.join(', ')}.`;
}

/** Counts events by fate, and what happens to those that pass, by reason, most frequent first. */
export function fateSummaryText(pipeline: PipelineName, { ends, effects, others }: FateCounts): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]) => `${formatNumber(count)} ${reason}`)
      .join(', ');
  const parts = [list(ends) || 'no events', list(effects), others === 0 ? '' : `${formatNumber(others)} other-fate`];
  return `Fate in ${pipeline}: ${parts.filter((part) => part !== '').join('; ')}.`;
}
