import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { ruleName } from '#core/report/finding-groups';
import { severityNames } from '#core/report/report-texts';
import { placeOfItem } from '#core/report/reported-finding';
import type { EventStats, FrequentFinding, ItemCount } from '#core/report/stats/event-stats';
import { formatNumber } from '#core/telemetry/wording';
import { findMax } from '#core/util/extremes';
import { inputName } from '../read-failure';
import { createPainter, type Paint } from '../validate/painter';
import { summaryText } from '../validate/summary-text';
import type { Totals } from '../validate/validate-files';

/** The statistics of a run, with its totals. */
interface RunStats {
  readonly totals: Totals;
  readonly stats: EventStats;
}

/** Formats statistics as one JSON text. */
export function formatStatsJson({ totals, stats }: RunStats): string {
  const { filesRead, filesFailed, verdicts, severities } = totals;
  const { kinds, pages, ...rest } = stats;
  const json = {
    format: 'telemetry-v3-stats',
    version: 1,
    files: { read: filesRead, failed: filesFailed },
    items: verdicts.valid + verdicts.invalid + verdicts.unknown,
    verdicts,
    severities,
    kinds: kinds.map(({ name, ...counts }) => ({ eid: name, ...counts })),
    pages: pages.map(({ name, ...counts }) => ({ pageid: name, ...counts })),
    ...rest,
  };
  return JSON.stringify(json, null, 2);
}

/** Formats statistics as tables for a terminal, whose lines are safe there. */
export function formatStatsTables({ totals, stats }: RunStats, isColored: boolean): readonly string[] {
  const paint = createPainter(isColored);
  const { kinds, pages, rules, findings, unlisted, undercounts } = stats;
  const hasPages = pages.some(({ name }) => name !== null);
  return [
    ...formatTable('Kinds', itemCells(kinds, '(no eid)'), unlisted.kinds, undercounts.kinds, paint),
    ...(hasPages
      ? formatTable('Pages', itemCells(pages, '(no pageid)'), unlisted.pages, undercounts.pages, paint)
      : []),
    ...formatTable(
      'Rules',
      rules.map((rule) => [
        formatNumber(rule.findings),
        paint(severityNames[rule.severity].toLowerCase().padEnd(7), rule.severity),
        escapeForTerminalLine(ruleName(rule)),
      ]),
      0,
      0,
      paint,
    ),
    ...formatTable(
      'Most frequent findings',
      findingCells(findings, paint),
      unlisted.findings,
      undercounts.findings,
      paint,
    ),
    summaryText(totals, isColored),
  ];
}

function itemCells(counts: readonly ItemCount[], unnamed: string): readonly (readonly string[])[] {
  const widths = findMax(counts.map(({ invalid }) => formatNumber(invalid).length));
  return counts.map(({ name, items, invalid }) => [
    formatNumber(items),
    `${formatNumber(invalid).padStart(widths)} invalid`,
    name === null ? unnamed : name === '' ? '(empty)' : escapeForTerminalLine(name),
  ]);
}

function findingCells(findings: readonly FrequentFinding[], paint: Paint): readonly (readonly string[])[] {
  return findings.map((finding) => {
    const { file, ...place } = finding.first;
    const where = `first in ${inputName(file)}, ${placeOfItem(place)}`;
    const of = [ruleName(finding), finding.kind?.toUpperCase(), where].filter((part) => part !== undefined);
    return [
      formatNumber(finding.findings),
      paint(severityNames[finding.severity].toLowerCase().padEnd(7), finding.severity),
      `${escapeForTerminalLine(finding.message)}  ${paint(escapeForTerminalLine(of.join('  ')), 'dim')}`,
    ];
  });
}

/** A title, and a row of cells each, of which the first is a number; nothing for an empty table. */
function formatTable(
  title: string,
  rows: readonly (readonly string[])[],
  unlisted: number,
  undercount: number,
  paint: Paint,
): readonly string[] {
  if (rows.length === 0) return [];
  const width = findMax(rows.map(([first = '']) => first.length));
  return [
    paint(title, 'bold'),
    ...rows.map(([first = '', ...cells]) => `  ${[first.padStart(width), ...cells].join('  ')}`),
    ...(unlisted > 0 ? [`  … and ${formatNumber(unlisted)} more`] : []),
    ...(undercount > 0
      ? [`  Too many different ones to count all: counts can be up to ${formatNumber(undercount)} too low`]
      : []),
    '',
  ];
}
