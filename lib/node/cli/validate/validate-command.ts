import {
  type BaselineEntry,
  baselineEntryText,
  baselineKey,
  MAX_BASELINE_ENTRIES,
  writeBaseline,
} from '#core/report/baseline';
import { ReportBuilder } from '#core/report/finding-report';
import { defaultRuleSetNames } from '#core/rules/rule-sets';
import { pluralize } from '#core/telemetry/wording';
import { appendItems } from '#core/util/append-items';
import { fail, type Result, succeed } from '#core/util/result';
import { isAtLeast } from '../../config/finding-policy';
import { loadConfig } from '../../config/load-config';
import { type Config, noConfig } from '../../config/read-config';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps, ExitCode } from '../cli-deps';
import { printFailure } from '../output';
import type { CheckSettings } from './item-checker';
import { loadBaseline, writeFileText } from './load-files';
import { createPainter } from './painter';
import { FileValidator, type Totals } from './validate-files';
import { readValidateOptions, type ValidateOptions } from './validate-options';
import { withWorkspacePaths } from './workspace-path';
import { findReportProblem, isReportWanted, writeReports } from './write-reports';

/** More are taken only on request: one thread reads and writes for all of them. */
const MAX_DEFAULT_JOBS = 4;

/** Runs `telemetry-v3 validate` with the arguments after its name. */
export async function runValidate(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const read = readValidateOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const options = read.value;
  const found = await loadChosenConfig(options.config, deps);
  if (!found.ok) return printFailure(deps, found.failure);
  const { config, file: configFile } = found.value;
  const failOn = options.failOn ?? config.failOn;
  if (!isAtLeast(failOn, options.severity)) {
    return printFailure(
      deps,
      `Findings of severity ${failOn} fail, which --severity ${options.severity} omits. Set --fail-on.`,
    );
  }
  const baselineFile = options.baseline ?? config.baseline;
  if (options.updatesBaseline && baselineFile === null) {
    return printFailure(deps, '--update-baseline needs --baseline FILE, or a baseline in the configuration.');
  }
  const baseline = await loadBaseline(baselineFile, options.updatesBaseline, deps);
  if (!baseline.ok) return printFailure(deps, baseline.failure);
  const files = await resolveFiles(options.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const problem = await findWriteProblem({ ...options, baseline: baselineFile }, files.value, deps);
  if (problem !== null) return printFailure(deps, problem);
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'json');
  const isColored = format === 'pretty' && takesColors(deps);
  const { severity, filter, isQuiet, updatesBaseline } = options;
  const rules = options.rules ?? config.rules ?? defaultRuleSetNames;
  const report = new ReportBuilder({
    tool: { name: 'telemetry-v3', version: deps.version, homepage: HOMEPAGE },
    createdAt: deps.now(),
    ruleSets: [...rules, ...config.customRules.map(({ id }) => id)],
  });
  const settings: CheckSettings = {
    rules,
    severity,
    filter,
    isQuiet,
    format,
    isColored,
    columns: deps.columns,
    showsFile: files.value.length > 1,
    policy: config.policy,
    configFile: config.customRules.length === 0 ? null : configFile,
    baseline: baseline.value && new Set(baseline.value.map(baselineKey)),
    updatesBaseline,
    collectsReport: isReportWanted(options, deps),
  };
  const validator = new FileValidator(deps, settings, {
    jobs: options.jobs ?? Math.min(deps.processors, MAX_DEFAULT_JOBS),
    onReportPart: (part) => report.add(withWorkspacePaths(part, deps.env)),
    customRules: config.customRules,
  });
  for (const file of files.value) {
    await validator.validate(file);
    if (validator.isStopped || deps.signal.aborted) break;
  }
  const code = await validator.end(summaryText(validator.totals, isColored));
  const written = code === 2 ? succeed(null) : await writeReports(report.build(), options.reports, deps);
  if (!written.ok) return printFailure(deps, written.failure);
  return endRun(code, { ...options, baseline: baselineFile, failOn }, validator, baseline.value ?? [], deps);
}

/** Finds out before the run what could not be written after it. */
function findWriteProblem(
  { reports, baseline, updatesBaseline }: ValidateOptions,
  inputs: readonly string[],
  deps: CliDeps,
): Promise<string | null> {
  return findReportProblem(baseline !== null && updatesBaseline ? [...reports, baseline] : reports, inputs, deps);
}

/** What is left to do when all is read: the baseline, and more warnings than are allowed. */
async function endRun(
  code: ExitCode,
  { baseline, updatesBaseline, maxWarnings, failOn }: ValidateOptions,
  { totals, known, newBaseline }: FileValidator,
  entries: readonly BaselineEntry[],
  deps: CliDeps,
): Promise<ExitCode> {
  if (baseline !== null && updatesBaseline && code !== 2) {
    if (newBaseline.size > MAX_BASELINE_ENTRIES) {
      const most = MAX_BASELINE_ENTRIES.toLocaleString('en');
      return printFailure(
        deps,
        `More than ${most} different findings, the maximum of a baseline. Use --filter or --severity.`,
      );
    }
    const written = await writeFileText(baseline, writeBaseline(newBaseline.values()), deps);
    if (!written.ok) return printFailure(deps, written.failure);
    return printFailure(deps, `Wrote ${pluralize(newBaseline.size, 'finding')} to ${baseline}.`, 0);
  }
  const gone = entries.filter((entry) => !known.has(baselineKey(entry)));
  if (gone.length > 0 && code !== 2) await printFailure(deps, goneText(gone));
  const { warning, info } = totals.severities;
  const isFailing = failOn !== null && failOn !== 'error' && (warning > 0 || (failOn === 'info' && info > 0));
  const ended = isFailing && code === 0 ? 1 : code;
  if (maxWarnings === null || warning <= maxWarnings) return ended;
  await printFailure(deps, `${pluralize(warning, 'warning')}: more than --max-warnings ${maxWarnings}.`);
  return code === 2 ? 2 : 1;
}

interface ChosenConfig {
  readonly config: Config;
  readonly file: string | null;
}

async function loadChosenConfig(
  option: ValidateOptions['config'],
  deps: CliDeps,
): Promise<Result<ChosenConfig, string>> {
  if (option.type === 'none') return succeed({ config: noConfig, file: null });
  const found = option.type === 'file' ? succeed(option.file) : deps.findConfig();
  if (!found.ok) return found;
  if (found.value === null) return succeed({ config: noConfig, file: null });
  const config = await loadConfig(found.value, deps);
  return config.ok ? succeed({ config: config.value, file: found.value }) : config;
}

/** Entries that are listed one by one. */
const MAX_LISTED = 20;

function goneText(gone: readonly BaselineEntry[]): string {
  const listed = gone.slice(0, MAX_LISTED).map((entry) => `  ${baselineEntryText(entry)}`);
  const more = gone.length > MAX_LISTED ? [`  … and ${gone.length - MAX_LISTED} more`] : [];
  return [
    `In the baseline, but no longer found: ${gone.length}. Remove with --update-baseline.`,
    ...listed,
    ...more,
  ].join('\n');
}

/** `NO_COLOR` and `FORCE_COLOR` as Node.js reads them: https://nodejs.org/api/cli.html#force_color1-2-3 */
export function takesColors({ env, isTerminal }: Pick<CliDeps, 'env' | 'isTerminal'>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced !== undefined) return !['0', 'false'].includes(forced);
  return isTerminal && !refused && env.TERM !== 'dumb';
}

/** The files that paths and patterns name, each once. */
async function resolveFiles(
  named: ValidateOptions['files'],
  deps: CliDeps,
): Promise<Result<readonly string[], string>> {
  const files: string[] = [];
  for (const name of named) {
    const isPattern = name !== '-' && /[*?[\]{}]/.test(name) && !deps.exists(name);
    const inFolder = name === '-' || isPattern ? null : await deps.findInFolder(name);
    if (inFolder?.length === 0) return fail(`There is no file of events in ${name}.`);
    const found = inFolder ?? (isPattern ? await deps.findFiles(name) : [name]);
    if (found.length === 0) return fail(`No file matches ${name}.`);
    appendItems(files, found);
  }
  return succeed([...new Set(files)]);
}

/** As ESLint ends: how many problems of which severity, and of how many items. */
function summaryText({ items, verdicts, severities, filesRead, filesFailed }: Totals, isColored: boolean): string {
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
