import { ruleName } from '#core/report/finding-groups';
import type { FindingReport } from '#core/report/finding-report';
import { severityOrder, severityTitles } from '#core/report/report-texts';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import { findMax } from '#core/util/extremes';
import type { RunFindings } from './run-findings';

/** Codes of one severity that the summary names; the reports have all. */
const MAX_CODES = 20;
/** Lost events, and requests with an unreadable body, that the summary names with their tests. */
const MAX_LISTED = 20;

/** Writes the summary of a run for the terminal: totals, and a table of codes a severity. */
export function formatRunSummary(
  { totals, counts }: FindingReport,
  run: Pick<RunFindings, 'counts' | 'lostEvents' | 'unreadRequests'>,
  files: readonly string[],
): readonly string[] {
  const { tests, silent, retried, unreadable, lost, unreadRequests } = run.counts();
  const { items, verdicts, severities } = totals;
  const figures = [
    pluralize(items, 'event'),
    `${formatNumber(verdicts.invalid)} invalid`,
    `${formatNumber(lost)} lost`,
  ];
  const tables = severityOrder.flatMap((severity) => {
    const found = counts.filter((count) => count.severity === severity).sort((one, other) => other.count - one.count);
    const shown = found.slice(0, MAX_CODES);
    const width = Math.max(0, findMax(shown.map((count) => ruleName(count).length)));
    return severities[severity] === 0
      ? []
      : [
          `  ${severityTitles[severity]}: ${formatNumber(severities[severity])}`,
          ...shown.map((count) => `    ${ruleName(count).padEnd(width)}  ${formatNumber(count.count)}`),
          ...(found.length > MAX_CODES ? [`    ${pluralize(found.length - MAX_CODES, 'more code')}`] : []),
        ];
  });
  return [
    `Telemetry of ${pluralize(tests, 'test')}: ${figures.join(', ')}`,
    ...tables,
    ...lostLines(lost, run.lostEvents()),
    ...unreadLines(unreadRequests, run.unreadRequests()),
    ...(silent > 0 ? [`  Without events: ${pluralize(silent, 'test')}`] : []),
    ...(retried > 0 ? [`  Retries: ${pluralize(retried, 'earlier attempt')} not counted`] : []),
    ...(unreadable > 0 ? [`  Not read: the telemetry of ${pluralize(unreadable, 'test')}`] : []),
    ...(files.length > 0 ? [`  Reports: ${files.join(', ')}`] : []),
  ];
}

function lostLines(lost: number, lostEvents: ReturnType<RunFindings['lostEvents']>): readonly string[] {
  const lines = lostEvents.map(({ event, reason, place }) => `${place.file}:${place.line}  ${event}: ${reason}`);
  return listLines('Lost', lost, lines, 'more lost event');
}

function unreadLines(count: number, requests: ReturnType<RunFindings['unreadRequests']>): readonly string[] {
  const lines = requests.map(({ method, url, isStopped, place }) => {
    const outcome = isStopped ? 'stopped, as the URL took telemetry before' : 'went to the network';
    return `${place.file}:${place.line}  ${method} ${url}: ${outcome}`;
  });
  return listLines('Unreadable bodies', count, lines, 'more request');
}

/** A title with the number of all, and the first of them; nothing where none is listed. */
function listLines(title: string, count: number, lines: readonly string[], more: string): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LISTED).map((line) => `    ${line}`);
  const left = count - shown.length;
  return [`  ${title}: ${formatNumber(count)}`, ...shown, ...(left > 0 ? [`    ${pluralize(left, more)}`] : [])];
}
