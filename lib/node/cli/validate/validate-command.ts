import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { ReportBuilder } from '#core/report/finding-report';
import { hasItemSources } from '#core/report/report-writers';
import { fateSummaryText } from '#core/report/reported-fates';
import { hasSeverityAtLeast } from '#core/report/settle-findings';
import { type RuleSetId, SESSION_RULE_SET, type Severity, STREAM_RULE_SET } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import type { Config } from '../../config/read-config';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps, ExitCode } from '../cli-deps';
import { resolveFiles } from '../input/resolve-files';
import { printFailure, printMessage } from '../output';
import { shouldColor } from '../should-color';
import { finishBaseline, loadBaseline, type RunBaseline } from './baseline-file';
import type { CheckSettings } from './check/check-settings';
import { FatePredictor } from './check/fate-predictor';
import { FateTracker } from './check/fate-tracker';
import { loadOptionConfig, loadOptionRules, type RunRules } from './loaded-config';
import { findSeverityConflict } from './shared-options';
import { summaryText } from './summary-text';
import { countJobs, type Fates, FileValidator } from './validate-files';
import { readValidateOptions, type ValidateOptions } from './validate-options';
import { createWorkspacePaths, findOutputProblem, isReportWanted, writeReports } from './write-reports';

/** Runs `telemetry-v3 validate` with the arguments after its name. */
export async function runValidate(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const parsed = readValidateOptions(args);
  if (!parsed.ok) return printFailure(deps, parsed.failure);
  const options = parsed.value;
  const setup = await prepareValidation(options, deps);
  if (!setup.ok) return printFailure(deps, setup.failure);
  const { config, failOn, files, baseline, ruleSets } = setup.value;
  const { teamRules, schemas } = setup.value.loadedRules;
  const settings = createCheckSettings(options, setup.value, deps);
  const { format, isColored } = settings;
  const tool = { name: 'telemetry-v3', version: deps.version, homepage: HOMEPAGE };
  const report = new ReportBuilder({ tool, createdAt: deps.now(), ruleSets }, createWorkspacePaths(deps.env));
  const pipelineSettings = pipelineSettingsOf(settings.pipeline, config.pipelineSettings);
  const fates: Fates | null = options.predictsFates
    ? {
        predictor: new FatePredictor(pipelineSettings, options.receivedAt, schemas.ruleSets),
        tracker: new FateTracker(pipelineSettings),
      }
    : null;
  const validator = new FileValidator(
    deps,
    { ...settings, ...(fates === null ? {} : { fate: pipelineSettings }) },
    {
      jobs: countJobs(options.jobs, deps),
      fates,
      onReportPart: (part) => report.add(part),
      customRules: teamRules,
    },
  );
  if (schemas.notes.length > 0) await printMessage(deps, schemas.notes.join('\n'));
  for (const file of files) {
    await validator.validate(file);
    if (validator.isStopped || deps.signal.aborted) break;
  }
  await validator.endStream();
  const fateSummary = fates === null ? null : fateSummaryText(fates.tracker.fates);
  const code = await validator.end(summaryText(validator.totals, isColored), fateSummary);
  // Problem matchers annotate the lines of `unix`. Further annotations would be duplicates.
  const hasAnnotations = format !== 'unix';
  const finishedReport = report.build(fates?.tracker.fates);
  const writeResult =
    code === 2 ? succeed(null) : await writeReports(finishedReport, options.reports, deps, { hasAnnotations });
  if (!writeResult.ok) return printFailure(deps, writeResult.failure);
  return endRun(code, { ...options, failOn }, validator, baseline, deps);
}

/** The files of a run, and its configuration, rules and baseline. */
interface ValidationSetup {
  readonly config: Config;
  readonly configFile: string | null;
  readonly failOn: Severity;
  readonly isAudit: boolean;
  readonly loadedRules: RunRules;
  readonly ruleSets: readonly RuleSetId[];
  readonly baseline: RunBaseline;
  readonly files: readonly string[];
}

/** Loads all that a run needs, and checks that its outputs can be written. Fails with a sentence. */
async function prepareValidation(options: ValidateOptions, deps: CliDeps): Promise<Result<ValidationSetup, string>> {
  const loadedConfig = await loadOptionConfig(options.config, deps);
  if (!loadedConfig.ok) return loadedConfig;
  const { config, file: configFile } = loadedConfig.value;
  const failOn = options.failOn ?? config.failOn;
  const isAudit = options.isAudit || config.audit;
  const conflict = findOptionConflict(options, failOn, isAudit);
  if (conflict !== null) return fail(conflict);
  const loadedRules = await loadOptionRules(options, config, deps);
  if (!loadedRules.ok) return loadedRules;
  const { rules, teamRules, schemaPaths } = loadedRules.value;
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
  if (!baseline.ok) return baseline;
  const resolvedFiles = await resolveFiles(options.files, deps);
  if (!resolvedFiles.ok) return resolvedFiles;
  const files = resolvedFiles.value;
  const inputs = [...files, configFile, ...schemaPaths];
  const problem = await findOutputProblem({ ...options, baseline: baselineFile }, inputs, deps);
  if (problem !== null) return fail(problem);
  const setup = { config, configFile, failOn, isAudit, ruleSets, files };
  return succeed({ ...setup, loadedRules: loadedRules.value, baseline: baseline.value });
}

function createCheckSettings(
  options: ValidateOptions,
  { config, configFile, isAudit, loadedRules, baseline, files }: ValidationSetup,
  deps: CliDeps,
): CheckSettings {
  const { severity, filter, isQuiet, updatesBaseline, receivedAt, isStream } = options;
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'json');
  return {
    rules: loadedRules.rules,
    pipeline: options.pipeline ?? config.pipeline,
    maxEventBytes: config.pipelineSettings.maxEventBytes,
    severity,
    filter,
    isQuiet,
    format,
    isColored: format === 'pretty' && shouldColor(deps),
    columns: deps.columns,
    showsFile: files.length > 1,
    policy: config.policy,
    configFile: config.customRules.length === 0 ? null : configFile,
    schemas: loadedRules.schemas.sets,
    baseline: baseline.keys,
    updatesBaseline,
    collectsReport: isReportWanted(options, deps),
    collectsSources: options.reports.some(hasItemSources),
    collectsStats: false,
    collectsStreamItems: isStream,
    collectsSessionItems: isAudit,
    receivedAt,
  };
}

/** Returns a sentence if options, or the configuration, contradict each other. Returns `null` otherwise. */
function findOptionConflict({ severity, filter }: ValidateOptions, failOn: Severity, isAudit: boolean): string | null {
  const conflict = findSeverityConflict(severity, failOn);
  if (conflict !== null) return conflict;
  if (isAudit && filter !== '')
    return 'The audit of user sessions needs all events. Remove --filter, or turn off --audit and audit in the configuration.';
  return null;
}

/** Updates or compares the baseline, and applies `--fail-on` and `--max-warnings`. Returns the exit code. */
async function endRun(
  code: ExitCode,
  { maxWarnings, failOn, filter, severity }: ValidateOptions & { readonly failOn: Severity },
  { totals, foundKeys, newBaseline }: FileValidator,
  baseline: RunBaseline,
  deps: CliDeps,
): Promise<ExitCode> {
  if (code !== 2) {
    const isFiltered = filter !== '' || severity === 'error';
    const run = { foundKeys, newBaseline, filesFailed: totals.filesFailed, isFiltered };
    const baselineCode = await finishBaseline(baseline, run, code, deps);
    if (baseline.updates) return baselineCode;
  }
  const { warning } = totals.severities;
  const isFailing = hasSeverityAtLeast(totals.severities, failOn);
  if (maxWarnings === null || warning <= maxWarnings) return isFailing && code === 0 ? 1 : code;
  await printMessage(deps, `${pluralize(warning, 'warning')}: more than --max-warnings ${maxWarnings}.`);
  return code === 2 ? 2 : 1;
}
