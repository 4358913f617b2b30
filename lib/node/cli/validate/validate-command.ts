import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { ReportBuilder } from '#core/report/finding-report';
import { showsSources } from '#core/report/report-writers';
import { fateSummaryText } from '#core/report/reported-fates';
import { isAtLeast } from '#core/report/settle-findings';
import { type RuleSetId, SESSION_RULE_SET, STREAM_RULE_SET } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { succeed } from '#core/util/result';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps, ExitCode } from '../cli-deps';
import { resolveFiles } from '../input/resolve-files';
import { printFailure } from '../output';
import { takesColors } from '../takes-colors';
import { finishBaseline, loadBaseline, type RunBaseline } from './baseline-file';
import type { CheckSettings } from './check/check-settings';
import { FatePredictor } from './check/fate-predictor';
import { FateTracker } from './check/fate-tracker';
import { loadOptionConfig, loadOptionRules } from './loaded-config';
import { summaryText } from './summary-text';
import { countJobs, type Fates, FileValidator } from './validate-files';
import { readValidateOptions, type ValidateOptions } from './validate-options';
import { createWorkspacePaths, findOutputProblem, isReportWanted, writeReports } from './write-reports';

/** Runs `telemetry-v3 validate` with the arguments after its name. */
export async function runValidate(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const read = readValidateOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const options = read.value;
  const loadedConfig = await loadOptionConfig(options.config, deps);
  if (!loadedConfig.ok) return printFailure(deps, loadedConfig.failure);
  const { config, file: configFile } = loadedConfig.value;
  const failOn = options.failOn ?? config.failOn;
  if (!isAtLeast(failOn, options.severity)) {
    return printFailure(
      deps,
      `--severity ${options.severity} omits the findings of severity ${failOn} that fail the run. Set --fail-on.`,
    );
  }
  const isAudit = options.isAudit || config.audit;
  if (isAudit && options.filter !== '') {
    return printFailure(
      deps,
      'The audit of user sessions needs all events. Remove --filter, or turn off --audit and audit in the configuration.',
    );
  }
  const loadedRules = await loadOptionRules(options, config, deps);
  if (!loadedRules.ok) return printFailure(deps, loadedRules.failure);
  const { rules, teamRules, schemas, schemaPaths } = loadedRules.value;
  const ruleSets: readonly RuleSetId[] = [
    ...rules,
    ...teamRules.map(({ id }) => id),
    ...(options.isStream ? ([STREAM_RULE_SET] as const) : []),
    ...(isAudit ? ([SESSION_RULE_SET] as const) : []),
  ];
  const baselineFile = options.baseline ?? config.baseline;
  const baseline = await loadBaseline(
    { file: baselineFile, updates: options.updatesBaseline },
    (entry) => ruleSets.some((id) => id === entry.ruleSet),
    deps,
  );
  if (!baseline.ok) return printFailure(deps, baseline.failure);
  const files = await resolveFiles(options.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const problem = await findOutputProblem(
    { ...options, baseline: baselineFile },
    [...files.value, configFile, ...schemaPaths],
    deps,
  );
  if (problem !== null) return printFailure(deps, problem);
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'json');
  const isColored = format === 'pretty' && takesColors(deps);
  const { severity, filter, isQuiet, updatesBaseline } = options;
  const pipeline = options.pipeline ?? config.pipeline;
  const head = {
    tool: { name: 'telemetry-v3', version: deps.version, homepage: HOMEPAGE },
    createdAt: deps.now(),
    ruleSets,
  };
  const report = new ReportBuilder(head, createWorkspacePaths(deps.env));
  const pipelineSettings = pipelineSettingsOf(pipeline, config.pipelineSettings);
  const settings: CheckSettings = {
    rules,
    pipeline,
    maxEventBytes: config.pipelineSettings.maxEventBytes,
    severity,
    filter,
    isQuiet,
    format,
    isColored,
    columns: deps.columns,
    showsFile: files.value.length > 1,
    policy: config.policy,
    configFile: config.customRules.length === 0 ? null : configFile,
    schemas: schemas.sets,
    baseline: baseline.value.keys,
    updatesBaseline,
    collectsReport: isReportWanted(options, deps),
    collectsSources: options.reports.some(showsSources),
    collectsStats: false,
    collectsStreamItems: options.isStream,
    collectsSessionItems: isAudit,
    receivedAt: options.receivedAt,
    ...(options.predictsFates ? { fate: pipelineSettings } : {}),
  };
  const fates: Fates | null = options.predictsFates
    ? {
        predictor: new FatePredictor(pipelineSettings, options.receivedAt, schemas.ruleSets),
        tracker: new FateTracker(pipelineSettings),
      }
    : null;
  const validator = new FileValidator(deps, settings, {
    jobs: countJobs(options.jobs, deps),
    fates,
    onReportPart: (part) => report.add(part),
    customRules: teamRules,
  });
  if (schemas.notes.length > 0) await printFailure(deps, schemas.notes.join('\n'));
  for (const file of files.value) {
    await validator.validate(file);
    if (validator.isStopped || deps.signal.aborted) break;
  }
  await validator.endStream();
  const fateSummary = fates === null ? null : fateSummaryText(fates.tracker.fates);
  const code = await validator.end(summaryText(validator.totals, isColored), fateSummary);
  // Problem matchers annotate the lines of `unix`. Further annotations would be duplicates.
  const hasAnnotations = format !== 'unix';
  const built = report.build(fates?.tracker.fates);
  const written = code === 2 ? succeed(null) : await writeReports(built, options.reports, deps, { hasAnnotations });
  if (!written.ok) return printFailure(deps, written.failure);
  return endRun(code, { ...options, failOn }, validator, baseline.value, deps);
}

/** Updates or compares the baseline, and applies `--max-warnings`. Returns the exit code. */
async function endRun(
  code: ExitCode,
  { maxWarnings, failOn, filter, severity }: ValidateOptions,
  { totals, known, newBaseline }: FileValidator,
  baseline: RunBaseline,
  deps: CliDeps,
): Promise<ExitCode> {
  if (code !== 2) {
    const isFiltered = filter !== '' || severity === 'error';
    const run = { known, newBaseline, filesFailed: totals.filesFailed, isFiltered };
    const ended = await finishBaseline(baseline, run, code, deps);
    if (baseline.updates) return ended;
  }
  const { warning, info } = totals.severities;
  const isFailing = failOn !== null && failOn !== 'error' && (warning > 0 || (failOn === 'info' && info > 0));
  const ended = isFailing && code === 0 ? 1 : code;
  if (maxWarnings === null || warning <= maxWarnings) return ended;
  await printFailure(deps, `${pluralize(warning, 'warning')}: more than --max-warnings ${maxWarnings}.`);
  return code === 2 ? 2 : 1;
}
