import type { CollectedEvents } from '#core/collector/collected-events';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import type { ReportedFate } from '#core/report/reported-finding';
import type { Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { type CollectedFates, createCollectedFates } from '../../collector/collected-fates';
import { createToItem, type ToItem } from '../../collector/collected-item';
import { type CollectorJudge, createCollectorJudge } from '../../collector/judge-config';
import type { CliDeps } from '../cli-deps';
import { loadBaseline } from '../validate/baseline-file';
import { FatePredictor } from '../validate/check/fate-predictor';
import { FateTracker } from '../validate/check/fate-tracker';
import { loadOptionConfig, loadOptionRules } from '../validate/loaded-config';
import { findOutputProblem } from '../validate/write-reports';
import type { ServeOptions } from './serve-options';

/** The configuration of `serve`, which is loaded before the servers start. */
interface ServeSetup {
  readonly judge: CollectorJudge;
  readonly createToItemWithFates: (fateOf: (row: number) => ReportedFate | null) => ToItem;
  /** Returns `null` unless `--fate` is set. */
  readonly createFates: (events: CollectedEvents) => CollectedFates | null;
  readonly failOn: Severity;
  /** Warnings about schemas that cannot be used. */
  readonly notes: readonly string[];
}

/**
 * Loads the configuration and the rules, and checks that reports can be written.
 * Fails with a sentence.
 */
export async function prepareServe(options: ServeOptions, deps: CliDeps): Promise<Result<ServeSetup, string>> {
  const loadedConfig = await loadOptionConfig(options.config, deps);
  if (!loadedConfig.ok) return loadedConfig;
  const { config } = loadedConfig.value;
  const loadedRules = await loadOptionRules(options, config, deps);
  if (!loadedRules.ok) return loadedRules;
  const baseline = await loadBaseline({ file: config.baseline, updates: false }, () => true, deps);
  if (!baseline.ok) return baseline;
  const files = options.record === null ? options.reports : [...options.reports, options.record];
  const { rules, teamRules, schemas, schemaPaths } = loadedRules.value;
  const outputs = { reports: files, baseline: config.baseline, updatesBaseline: false };
  const problem = await findOutputProblem(outputs, [loadedConfig.value.file, ...schemaPaths], deps);
  if (problem !== null) return fail(problem);
  const pipeline = options.pipeline ?? config.pipeline;
  const settings = pipelineSettingsOf(pipeline, config.pipelineSettings);
  const judge = createCollectorJudge({ rules, teamRules, settings, policy: config.policy });
  const knownKeys = baseline.value.keys ?? new Set();
  const createFates: ServeSetup['createFates'] = (events) =>
    options.predictsFates
      ? createCollectedFates(
          events,
          new FatePredictor(settings, null, schemas.ruleSets),
          () => new FateTracker(settings),
        )
      : null;
  return succeed({
    judge,
    createToItemWithFates: (fateOf) => createToItem(judge, { severity: options.severity, known: knownKeys, fateOf }),
    createFates,
    failOn: options.failOn ?? config.failOn,
    notes: schemas.notes,
  });
}
