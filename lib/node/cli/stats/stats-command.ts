import { StatsBuilder } from '#core/report/stats/event-stats';
import { defaultRuleSetNames } from '#core/rules/rule-sets';
import type { CliDeps, ExitCode } from '../cli-deps';
import { takesColors } from '../color-choice';
import { resolveFiles } from '../input/resolve-files';
import { endOutput, Output, printFailure } from '../output';
import { loadChosenConfig } from '../validate/chosen-config';
import { countJobs, FileValidator } from '../validate/validate-files';

import { readStatsOptions } from './stats-options';
import { formatStatsJson, formatStatsTables } from './stats-text';

/** Runs `telemetry-v3 stats` with the arguments after its name. */
export async function runStats(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const read = readStatsOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const { format, top, severity, filter, ...options } = read.value;
  const found = await loadChosenConfig(options.config, deps);
  if (!found.ok) return printFailure(deps, found.failure);
  const { config, file: configFile } = found.value;
  const files = await resolveFiles(options.files, deps);
  if (!files.ok) return printFailure(deps, files.failure);
  const stats = new StatsBuilder();
  const settings = {
    rules: options.rules ?? config.rules ?? defaultRuleSetNames,
    severity,
    filter,
    isQuiet: true,
    format: 'none',
    isColored: false,
    showsFile: files.value.length > 1,
    policy: config.policy,
    configFile: config.customRules.length === 0 ? null : configFile,
    baseline: null,
    updatesBaseline: false,
    collectsReport: false,
    collectsSources: false,
    collectsStats: true,
  } as const;
  const validator = new FileValidator(deps, settings, {
    jobs: countJobs(options.jobs, deps),
    onStatsPart: (part) => stats.add(part),
    customRules: config.customRules,
  });
  for (const file of files.value) {
    await validator.validate(file);
    if (validator.isStopped || deps.signal.aborted) break;
  }
  const { totals } = validator;
  // Findings are what is counted: they fail nothing here.
  if ((await validator.end(null)) === 2) return 2;
  const result = { totals, stats: stats.build(top) };
  const out = new Output(deps.stdout);
  if (format === 'json') out.line(formatStatsJson(result));
  else for (const line of formatStatsTables(result, takesColors(deps))) out.styledLine(line);
  return endOutput(out, deps, totals.filesFailed > 0 ? 1 : 0);
}
