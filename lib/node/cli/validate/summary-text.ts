import { pluralize } from '#core/telemetry/wording';
import { createPainter } from './painter';
import type { Totals } from './validate-files';

/** Summarizes a run like ESLint does: the number of problems by severity, and the number of items. */
export function summaryText(
  { items, verdicts, severities, filesRead, filesFailed }: Totals,
  isColored: boolean,
): string {
  const { valid, invalid, unknown } = verdicts;
  const unchecked = items - valid - invalid - unknown;
  const counts = [
    `${valid} valid`,
    `${invalid} invalid`,
    `${unknown} unknown`,
    ...(unchecked > 0 ? [`${unchecked} not checked`] : []),
  ];
  const files = pluralize(filesRead + filesFailed, 'file');
  return `${problemsText(severities, isColored)} in ${pluralize(items, 'item')} of ${files}: ${counts.join(', ')}.`;
}

/** Formats `1 error, 0 warnings, 2 notices`, in the color of the highest severity. */
export function problemsText({ error, warning, info }: Totals['severities'], isColored: boolean): string {
  const problems = `${pluralize(error, 'error')}, ${pluralize(warning, 'warning')}, ${pluralize(info, 'notice')}`;
  const colorWithoutError = warning > 0 ? 'warning' : 'valid';
  return createPainter(isColored)(problems, error > 0 ? 'error' : colorWithoutError);
}
