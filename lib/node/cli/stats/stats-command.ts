import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { ruleName } from '#core/report/finding-groups';
import { locationInFile } from '#core/report/reported-finding';
import { type EventStats, type FrequentFinding, type ItemCount, StatsBuilder } from '#core/report/stats/event-stats';
import { formatNumber } from '#core/telemetry/wording';
import { findMax } from '#core/util/extremes';
import type { CliDeps, ExitCode } from '../cli-deps';
import { resolveFiles } from '../input/resolve-files';
import { endOutput, Output, printFailure, printMessage } from '../output';
import { inputName } from '../read-failure';
import { shouldColor } from '../should-color';
import { severityLabels } from '../validate/item-formatter';
import { loadOptionConfig, loadOptionRules } from '../validate/loaded-config';
import { createPainter, type Paint } from '../validate/painter';
import { summaryText } from '../validate/summary-text';
import { countJobs, FileValidator, type Totals } from '../validate/validate-files';
import { readStatsOptions } from './stats-options';

/** Runs `telemetry-v3 stats` with the arguments after its name. */
export async function runStats(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const parsed = readStatsOptions(args);
  if (!parsed.ok) return printFailure(deps, parsed.failure);
  const { format, top, severity, filter, ...options } = parsed.value;
  const loadedConfig = await loadOptionConfig(options.config, deps);
  if (!loadedConfig.ok) return printFailure(deps, loadedConfig.failure);
  const { config, file: configFile } = loadedConfig.value;
  const files = await resolveFiles(options.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const loadedRules = await loadOptionRules(options, config, deps);
  if (!loadedRules.ok) return printFailure(deps, loadedRules.failure);
  const { rules, teamRules, schemas } = loadedRules.value;
  if (schemas.notes.length > 0) await printMessage(deps, schemas.notes.join('\n'));
  const stats = new StatsBuilder();
  const settings = {
    rules,
    pipeline: options.pipeline ?? config.pipeline,
    maxEventBytes: config.pipelineSettings.maxEventBytes,
    severity,
    filter,
    isQuiet: true,
    format: 'none',
    isColored: false,
    showsFile: files.value.length > 1,
    policy: config.policy,
    configFile: config.customRules.length === 0 ? null : configFile,
    schemas: schemas.sets,
    baseline: null,
    updatesBaseline: false,
    collectsReport: false,
    collectsSources: false,
    collectsStats: true,
    collectsStreamItems: false,
    collectsSessionItems: false,
    receivedAt: null,
  } as const;
  const validator = new FileValidator(deps, settings, {
    jobs: countJobs(options.jobs, deps),
    onStatsPart: (part) => stats.add(part),
    customRules: teamRules,
  });
  for (const file of files.value) {
    await validator.validate(file);
    if (validator.isStopped || deps.signal.aborted) break;
  }
  const { totals } = validator;
  // Findings are only counted, so they do not fail the run.
  if ((await validator.end(null)) === 2) return 2;
  const result = { totals, stats: stats.build(top) };
  const out = new Output(deps.stdout);
  if (format === 'json') out.line(formatStatsJson(result));
  else for (const line of formatStatsTables(result, shouldColor(deps))) out.styledLine(line);
  return endOutput(out, deps, totals.filesFailed > 0 ? 1 : 0);
}

/** The statistics of a run, with its totals. */
interface RunStats {
  readonly totals: Totals;
  readonly stats: EventStats;
}

/** Formats statistics as one JSON text. */
function formatStatsJson({ totals, stats }: RunStats): string {
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

/** Formats statistics as tables. The lines are safe for terminals. */
function formatStatsTables({ totals, stats }: RunStats, isColored: boolean): readonly string[] {
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
        paint(severityLabels[rule.severity].padEnd(7), rule.severity),
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

function itemCells(counts: readonly ItemCount[], missingName: string): readonly (readonly string[])[] {
  const width = findMax(counts.map(({ invalid }) => formatNumber(invalid).length));
  return counts.map(({ name, items, invalid }) => [
    formatNumber(items),
    `${formatNumber(invalid).padStart(width)} invalid`,
    escapeForTerminalLine(name ?? missingName) || '(empty)',
  ]);
}

function findingCells(findings: readonly FrequentFinding[], paint: Paint): readonly (readonly string[])[] {
  return findings.map((finding) => {
    const { file, ...location } = finding.first;
    const firstLocation = `first in ${inputName(file)}, ${locationInFile(location)}`;
    const details = [ruleName(finding), finding.kind?.toUpperCase(), firstLocation].filter(
      (part) => part !== undefined,
    );
    return [
      formatNumber(finding.findings),
      paint(severityLabels[finding.severity].padEnd(7), finding.severity),
      `${escapeForTerminalLine(finding.message)}  ${paint(escapeForTerminalLine(details.join('  ')), 'dim')}`,
    ];
  });
}

/**
 * Formats a table with a title.
 * The first cell of each row is a number. Returns no lines for an empty table.
 */
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
      ? [`  More than 10,000 distinct values: counts can be up to ${formatNumber(undercount)} too low`]
      : []),
    '',
  ];
}
