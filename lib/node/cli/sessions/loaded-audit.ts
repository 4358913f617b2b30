import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ExitCode } from '../cli-deps';
import { finishBaseline, loadBaseline } from '../validate/baseline-file';
import { loadOptionConfig } from '../validate/loaded-config';
import { findSeverityConflict } from '../validate/shared-options';
import { findOutputProblem } from '../validate/write-reports';
import { SessionAuditRun } from './session-findings';
import type { SessionsOptions } from './sessions-options';

export interface LoadedAudit {
  readonly run: SessionAuditRun;
  /**
   * Updates the baseline, or lists its entries that were not found.
   * Call after the last file. Returns the exit code.
   */
  readonly end: (code: ExitCode, failedFiles: number) => Promise<ExitCode>;
}

/**
 * Creates the audit of the options and of the configuration.
 * Fails with a sentence, also if a report or the baseline could not be written.
 */
export async function loadAudit(
  options: SessionsOptions,
  files: readonly string[],
  deps: CliDeps,
): Promise<Result<LoadedAudit, string>> {
  const loadedConfig = await loadOptionConfig(options.config, deps);
  if (!loadedConfig.ok) return loadedConfig;
  const { config } = loadedConfig.value;
  const { policy } = config;
  const failOn = options.failOn ?? config.failOn;
  const { severity, isOrdered, updatesBaseline: updates } = options;
  const conflict = findSeverityConflict(severity, failOn);
  if (conflict !== null) return fail(conflict);
  const loadedBaseline = await loadBaseline(
    { file: options.baseline ?? config.baseline, updates },
    ({ ruleSet }) => ruleSet === SESSION_RULE_SET,
    deps,
  );
  if (!loadedBaseline.ok) return loadedBaseline;
  const baseline = loadedBaseline.value;
  const outputs = { reports: options.reports, baseline: baseline.file, updatesBaseline: updates };
  const problem = await findOutputProblem(outputs, [...files, loadedConfig.value.file], deps);
  if (problem !== null) return fail(problem);
  const settings = {
    sessions: options.settings,
    policy,
    severity,
    isOrdered,
    baseline: baseline.keys,
    updatesBaseline: updates,
  };
  const run = new SessionAuditRun(settings, failOn, deps);
  return succeed({
    run,
    end: (code, failedFiles) => {
      const results = {
        foundKeys: run.foundKeys,
        newBaseline: run.newBaseline,
        filesFailed: failedFiles,
        isFiltered: severity === 'error',
      };
      return finishBaseline(baseline, results, code, deps);
    },
  });
}
