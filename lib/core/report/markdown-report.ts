import { escapeMarkdown } from '#core/quoting/markdown-text';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import { type FindingGroup, groupFindings, ruleName } from './finding-groups';
import type { FindingReport } from './finding-report';
import { countUnlisted, type FindingCount } from './report-tally';
import { sessionCountText, severityOrder, severityTitles, totalsText } from './report-texts';
import { fateRows, type ReportedFates } from './reported-fates';
import { itemLocation, messageWithRelated } from './reported-finding';
import { type ReportedSessions, sessionCells, sessionColumns } from './reported-sessions';

/** Limit of a report. GitHub rejects a job summary of more than 1 MiB per step. */
export const MAX_SUMMARY_BYTES = 1_000_000;

/**
 * Writes a report as Markdown, with one table per severity.
 *
 * @param maxBytes limit in UTF-8. Rows beyond it are counted.
 */
export function writeMarkdownReport(report: FindingReport, maxBytes = MAX_SUMMARY_BYTES): string {
  const { valid, invalid, unknown } = report.totals.verdicts;
  const head = [
    '## Telemetry V3',
    '',
    totalsText(report.totals),
    '',
    '| Valid | Invalid | Unknown |',
    '| ---: | ---: | ---: |',
    `| ${formatNumber(valid)} | ${formatNumber(invalid)} | ${formatNumber(unknown)} |`,
    '',
    ...(report.fates === undefined ? [] : fateLines(report.fates)),
  ].join('\n');
  let remainingBytes = maxBytes - byteLength(head);
  const unlisted = countUnlisted(report);
  const tables = severityOrder.map((severity) => {
    const table = writeTable(report, unlisted, severity, remainingBytes);
    remainingBytes -= byteLength(table);
    return table;
  });
  return head + tables.join('') + (report.sessions === undefined ? '' : sessionTable(report.sessions, remainingBytes));
}

/** Writes the sessions that fit into the remaining bytes. */
function sessionTable(sessions: ReportedSessions, remainingBytes: number): string {
  const title = `\n### ${sessionCountText(sessions)}\n`;
  const head = [`| ${sessionColumns.join(' | ')} |`, '| --- | --- | ---: | ---: | ---: | --- | --- | --- |'];
  const rows: string[] = [];
  let bytes = byteLength([title, ...head].join('\n')) + CLOSING_BYTES;
  for (const session of sessions.listed) {
    const row = `| ${sessionCells(session).map(escapeMarkdown).join(' | ')} |`;
    bytes += byteLength(row) + 1;
    if (bytes > remainingBytes) break;
    rows.push(row);
  }
  if (rows.length === 0) return bytes > remainingBytes ? '' : title;
  const hidden = sessions.listed.length - rows.length;
  const note = hidden === 0 ? '' : `\n${pluralize(hidden, 'more session')} not shown: the table is full.\n`;
  return `${[title, ...head, ...rows].join('\n')}\n${note}`;
}

function fateLines(fates: ReportedFates): readonly string[] {
  return [
    `### Predicted fate in ${fates.pipeline}`,
    '',
    '| Outcome | Reason | Events |',
    '| --- | --- | ---: |',
    ...fateRows(fates).map(({ title, reason, count }) => `| ${title} | ${reason} | ${formatNumber(count)} |`),
    '',
  ];
}

/** Reserved for the lines below the rows. */
const CLOSING_BYTES = 2_000;

function writeTable(
  report: FindingReport,
  unlisted: readonly FindingCount[],
  severity: Severity,
  remainingBytes: number,
): string {
  const total = report.totals.severities[severity];
  if (total === 0) return '';
  const title = `### ${severityTitles[severity]}: ${formatNumber(total)}`;
  const lines = [
    '',
    title,
    '',
    '| Rule | Event | Path | Count | First at | Message |',
    '| --- | --- | --- | ---: | --- | --- |',
  ];
  let bytes = byteLength(lines.join('\n')) + CLOSING_BYTES;
  const groups = groupFindings(report, severity);
  let rowCount = 0;
  for (const group of groups) {
    const row = tableRow(group);
    bytes += byteLength(row) + 1;
    if (bytes > remainingBytes) break;
    lines.push(row);
    rowCount += 1;
  }
  const hidden = groups.slice(rowCount).reduce((sum, { count }) => sum + count, 0);
  const notes = [
    ...(hidden > 0 ? [`${pluralize(hidden, 'more finding')} not shown: the table is full.`] : []),
    ...unlisted
      .filter((count) => count.severity === severity)
      .slice(0, 20)
      .map((count) => `${pluralize(count.count, 'more finding')} of ${ruleName(count)} not listed.`),
  ];
  return bytes - CLOSING_BYTES > remainingBytes && rowCount === 0 ? '' : `${[...lines, '', ...notes].join('\n')}\n`;
}

function tableRow({ rule, kind, path, count, first, item }: FindingGroup): string {
  const cells = [rule, kind ?? '', path, formatNumber(count), itemLocation(item), messageWithRelated(first)];
  return `| ${cells.map(escapeMarkdown).join(' | ')} |`;
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
