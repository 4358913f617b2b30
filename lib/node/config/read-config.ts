import { dirname, isAbsolute, join } from 'node:path';
import { findIgnoreRuleProblems } from '#core/config/ignore-rule-problems';
import { isSeverityName, policyNames } from '#core/config/policy-names';
import { type Json, valueAt } from '#core/json/json';
import { type FindingPolicy, type IgnoreRule, isEmptyIgnoreRule, noPolicy } from '#core/report/finding-policy';
import { createCustomRuleSet } from '#core/rules/custom-rules';
import { DEFAULT_PIPELINE, type PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import type { PipelineOverrides } from '#core/rules/ingestion/pipeline-numbers';
import { defaultRuleSetNames, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import type { RuleSet, RuleSetId, Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import type * as z from '#core/util/zod';
import { didYouMean, unknownNameText } from '../did-you-mean';
import { journeyTermText, queryProblemText } from '../filter-problem';
import type { SchemaSource } from '../schemas/schema-source';
import { configSchema, ignoreSchema, pipelineSettingsSchema } from './config-schema';

/** A validated configuration. */
export interface Config {
  /** `null` for the default rule sets. */
  readonly rules: readonly RuleSetName[] | null;
  /** The pipeline whose rules `ingestion` checks. */
  readonly pipeline: PipelineName;
  /** Limits of the pipeline that the site has changed. */
  readonly pipelineSettings: PipelineOverrides;
  /** Rule sets of the team. */
  readonly customRules: readonly RuleSet[];
  /** Paths of the team's JSON Schemas, which are read later. */
  readonly schemas: readonly SchemaSource[];
  readonly policy: FindingPolicy;
  /** The file of known findings, or `null`. */
  readonly baseline: string | null;
  /** Whether `validate` audits user sessions. */
  readonly audit: boolean;
  readonly failOn: Severity;
  /** Whether the configuration sets `failOn`. Otherwise, findings never fail a run of the reporter. */
  readonly hasFailOn: boolean;
}

/** The configuration that applies if there is no file. */
export const noConfig: Config = {
  rules: null,
  pipeline: DEFAULT_PIPELINE,
  pipelineSettings: {},
  customRules: [],
  schemas: [],
  policy: noPolicy,
  baseline: null,
  audit: false,
  failOn: 'error',
  hasFailOn: false,
};

export function ruleSetIdsOf({ rules, customRules }: Pick<Config, 'rules' | 'customRules'>): readonly RuleSetId[] {
  return [...(rules ?? defaultRuleSetNames), ...customRules.map(({ id }) => id)];
}

/**
 * Validates the value of a configuration file.
 * Fails with a sentence that names the field and the problem.
 */
export function readConfig(value: unknown, file: string): Result<Config, string> {
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) return fail(`${file}: ${issueText(parsed.error.issues[0], value)}`);
  const {
    rules = null,
    pipeline = DEFAULT_PIPELINE,
    pipelineSettings = {},
    customRules = {},
    schemas = {},
    severities = {},
    ignore = [],
    baseline,
    audit,
    failOn,
  } = parsed.data;
  if (rules?.length === 0 && Object.keys(customRules).length + Object.keys(schemas).length === 0) {
    return fail(`${file}: rules can be empty only with schemas or customRules. Rule sets: ${ruleSetNames.join(', ')}.`);
  }
  const names = policyNames(Object.keys(customRules));
  const code = Object.keys(severities).find((name) => !isSeverityName(name, names));
  if (code !== undefined) return fail(`${file}: severities: ${unknownNameText('code', code, names)}`);
  for (const [index, rule] of ignore.entries()) {
    const problem = ignoreProblemText(rule, `ignore.${index}`, names);
    if (problem !== null) return fail(`${file}: ${problem}`);
  }
  return succeed({
    rules,
    pipeline,
    pipelineSettings,
    customRules: Object.entries(customRules).map(([name, rule]) => createCustomRuleSet(name, rule)),
    schemas: Object.entries(schemas).map(([name, path]) => ({ name, path: resolveFrom(file, path) })),
    policy: { severities, ignore },
    baseline: baseline === undefined ? null : resolveFrom(file, baseline),
    audit: audit ?? false,
    failOn: failOn ?? 'error',
    hasFailOn: failOn !== undefined,
  });
}

/** Resolves a path of the configuration, which is relative to the configuration's folder. */
function resolveFrom(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

/** Returns why the value of a configuration is invalid, as a sentence that begins with the field. */
function issueText(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  const key = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') return unknownFieldText(key, issue.keys[0] ?? '');
  if (issue?.code === 'invalid_value') {
    const invalidValue = valueAt(
      value as Json,
      issue.path.filter((step) => typeof step !== 'symbol'),
    );
    const knownValues = issue.values.map(String);
    if (key.startsWith('rules.')) return `rules: ${unknownNameText('rule set', String(invalidValue), knownValues)}`;
    return wrongValueText(key, invalidValue, knownValues);
  }
  if (key.startsWith('schemas'))
    return `${key} must be the path of a file or folder. The name must be in lower case with hyphens.`;
  if (key.startsWith('pipelineSettings.')) return `${key} must be a whole number of at least 1.`;
  if (key.startsWith('customRules'))
    return `${key} must be a function in a .mjs or .ts file. The name must be in lower case with hyphens.`;
  return `${key || 'the configuration'} is not valid. See docs/command-line.md.`;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(configSchema.def.shape),
  ignore: Object.keys(ignoreSchema.def.shape),
  pipelineSettings: Object.keys(pipelineSettingsSchema.def.shape),
};

function wrongValueText(key: string, value: unknown, knownValues: readonly string[]): string {
  const hint = typeof value === 'string' ? didYouMean(value, knownValues) : '';
  return `${key} must be one of ${knownValues.join(', ')}; got ${JSON.stringify(value)}.${hint}`;
}

function unknownFieldText(key: string, field: string): string {
  const knownFields = FIELDS[key.replace(/\.\d+$/, '')] ?? [];
  return `unknown field ${field} in ${key || 'the configuration'}.${didYouMean(field, knownFields)}`;
}

/** Returns the first problem of a rule that ignores findings, or `null`. */
function ignoreProblemText(rule: Omit<IgnoreRule, 'site'>, key: string, names: readonly string[]): string | null {
  if (isEmptyIgnoreRule(rule)) return `${key} needs a code, a path or a filter.`;
  const [problem] = findIgnoreRuleProblems(rule, (code) => isSeverityName(code, names));
  switch (problem?.type) {
    case undefined:
      return null;
    case 'unknown-code':
      return `${key}: ${unknownNameText('code', problem.code, names)}`;
    case 'unknown-path': {
      const hint = problem.nearest === null ? '' : ` Did you mean ${problem.nearest}?`;
      return `${key}: no finding has the path ${problem.path}.${hint}`;
    }
    case 'wrong-filter':
      return `${key}.filter: ${queryProblemText(problem.reason)}`;
    case 'journey-term':
      return `${key}.filter: ${journeyTermText(problem.term)}`;
  }
}
