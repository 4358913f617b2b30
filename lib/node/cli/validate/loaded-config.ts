import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import type { RuleSet } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { loadConfig } from '../../config/load-config';
import { type Config, noConfig } from '../../config/read-config';
import { loadTeamSchemas, type TeamSchemas } from '../../schemas/team-schemas';
import type { CliDeps } from '../cli-deps';
import type { SharedOptions } from './shared-options';

interface LoadedConfig {
  readonly config: Config;
  readonly file: string | null;
}

/** Loads the configuration file of the options, or else the nearest one by name. Fails with a sentence. */
export async function loadOptionConfig(
  option: SharedOptions['config'],
  deps: CliDeps,
): Promise<Result<LoadedConfig, string>> {
  if (option.type === 'none') return succeed({ config: noConfig, file: null });
  const file = option.type === 'file' ? succeed(option.file) : deps.findConfig();
  if (!file.ok) return file;
  if (file.value === null) return succeed({ config: noConfig, file: null });
  const config = await loadConfig(file.value, deps);
  return config.ok ? succeed({ config: config.value, file: file.value }) : config;
}

/** The rules of a run. */
export interface RunRules {
  readonly rules: readonly RuleSetName[];
  /** Custom rules and imported schemas. */
  readonly teamRules: readonly RuleSet[];
  readonly schemas: TeamSchemas;
  /** The files and folders of the schemas. */
  readonly schemaPaths: readonly string[];
}

/** Loads the rule sets of the options, or else those of the configuration. Fails with a sentence. */
export async function loadOptionRules(
  options: Pick<SharedOptions, 'rules' | 'schemas'>,
  config: Config,
  deps: CliDeps,
): Promise<Result<RunRules, string>> {
  const rules = options.rules ?? config.rules ?? defaultRuleSetNames;
  const sources = options.schemas ?? config.schemas;
  const schemas = await loadTeamSchemas(sources, deps);
  if (!schemas.ok) return schemas;
  const teamRules = [...config.customRules, ...schemas.value.ruleSets];
  if (rules.length + teamRules.length === 0) return fail('No rule set selected. --rules none needs --schemas PATH.');
  return succeed({ rules, teamRules, schemas: schemas.value, schemaPaths: sources.map(({ path }) => path) });
}
