import type { RuleSetName } from '#core/rules/rule-set-names';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import type { RuleSet } from '#core/telemetry/findings';
import { findRuleSetProblem, type ValidateOptions } from '#node/package/validate-items';
import { processSchemaDeps } from '#node/schemas/process-schema-deps';
import type { SchemaDeps } from '#node/schemas/schema-sets';
import { loadTeamSchemas, type TeamSchemas } from '#node/schemas/team-schemas';

/** The rules by which `toHaveNoInvalidEvents` checks events. */
export interface MatcherRules {
  /**
   * Names of built-in rule sets, and custom rule sets.
   * The default is the rule sets of the configuration. Use an empty list to check by `schemas` alone.
   */
  readonly rules?: ValidateOptions['rules'];
  /** JSON Schemas by name: paths of files, folders or zip files, relative to the working directory. */
  readonly schemas?: Readonly<Record<string, string>>;
}

/** The rule sets of a matcher. */
export interface LoadedRules {
  /** `null` for the rule sets of the configuration. */
  readonly rules: readonly (RuleSetName | RuleSet)[] | null;
  /** Rule sets of JSON Schemas, in addition to `rules`. */
  readonly schemas: readonly RuleSet[];
  /** Warnings about schemas that cannot be used. */
  readonly notes: readonly string[];
}

/** @throws For unknown rule sets, for an empty list without schemas, and for invalid names and paths of schemas. */
export function checkRules({ rules, schemas = {} }: MatcherRules): void {
  for (const [name, path] of Object.entries<unknown>(schemas)) {
    if (!SCHEMA_SET_NAME.test(name)) {
      throw new Error(`A set of schemas can't be named ${JSON.stringify(name)}. Use lower case letters, digits and -.`);
    }
    if (typeof path !== 'string' || path === '')
      throw new Error(`schemas.${name} must be a path; got ${String(path)}.`);
  }
  const isEmptyAllowed = Object.keys(schemas).length > 0;
  if (rules === undefined || (rules.length === 0 && isEmptyAllowed)) return;
  const problem = findRuleSetProblem(rules);
  if (problem !== null) throw new Error(problem);
}

/** Cache of schemas, because a worker checks many tests by the same files. */
const loadedSchemas = new Map<string, Promise<TeamSchemas>>();

/**
 * Loads the rule sets of a matcher.
 *
 * @throws If a set of schemas cannot be used, and if {@link checkRules} throws.
 */
export async function loadRules(options: MatcherRules, deps: SchemaDeps = processSchemaDeps): Promise<LoadedRules> {
  checkRules(options);
  const { rules = null, schemas = {} } = options;
  const sources = Object.entries(schemas).map(([name, path]) => ({ name, path }));
  if (sources.length === 0) return { rules, schemas: [], notes: [] };
  const key = JSON.stringify(sources);
  const loading = loadedSchemas.get(key) ?? loadSchemas(sources, deps);
  loadedSchemas.set(key, loading);
  const { ruleSets, notes } = await loading;
  return { rules, schemas: ruleSets, notes };
}

async function loadSchemas(sources: Parameters<typeof loadTeamSchemas>[0], deps: SchemaDeps): Promise<TeamSchemas> {
  const schemas = await loadTeamSchemas(sources, deps);
  if (!schemas.ok) throw new Error(schemas.failure);
  return schemas.value;
}
