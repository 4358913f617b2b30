import { isJsonObject, type Json, valueAt } from '#core/json/json';
import { findNearest } from '#core/query/nearest';
import { formatJson } from '#core/quoting/json-text';
import {
  type FindingPolicy,
  type IgnoreRule,
  isEmptyIgnoreRule,
  MAX_IGNORE_RULES,
  MAX_POLICY_TEXT_CHARS,
  policySeverities,
} from '#core/report/finding-policy';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { type PipelineOverrides, pipelineOverridesSchema } from '#core/rules/ingestion/pipeline-numbers';
import { defaultRuleSetNames, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { findIgnoreRuleProblems } from './ignore-rule-problems';
import { isSeverityName, policyNames } from './policy-names';

/** The fields of a configuration that both the panel and the command line use. */
export interface PanelConfig {
  readonly rules: readonly RuleSetName[];
  readonly pipeline: PipelineName;
  readonly pipelineSettings: PipelineOverrides;
  readonly policy: FindingPolicy;
}

/** A field that the panel does not use. */
interface UnusedField {
  readonly name: string;
  /** Whether the command line uses the field. */
  readonly isKnown: boolean;
  /** The most similar field for an unknown name, if any. */
  readonly nearest: string | null;
}

/** A parsed configuration, and its unused fields. */
export interface ParsedPanelConfig {
  readonly config: PanelConfig;
  readonly unused: readonly UnusedField[];
}

const shortText = z.string().check(z.maxLength(MAX_POLICY_TEXT_CHARS));
const optionalText = z.optional(shortText);
const usedFields = {
  rules: z.optional(z.array(z.enum(ruleSetNames))),
  pipeline: z.optional(z.enum(pipelineNames)),
  pipelineSettings: z.optional(pipelineOverridesSchema),
  severities: z.optional(z.record(shortText, z.enum(policySeverities))),
  ignore: z.optional(
    z
      .array(
        z.strictObject({
          code: optionalText,
          path: optionalText,
          filter: optionalText,
          reason: shortText.check(z.minLength(1)),
        }),
      )
      .check(z.maxLength(MAX_IGNORE_RULES)),
  ),
};
const configSchema = z.object(usedFields);

/** Fields of a configuration that only the command line uses. */
const OTHER_FIELDS = ['$schema', 'schemas', 'customRules', 'baseline', 'audit', 'failOn'];
const ALL_FIELDS = [...Object.keys(usedFields), ...OTHER_FIELDS];
const IGNORE_FIELDS = ['code', 'path', 'filter', 'reason'];
const PIPELINE_FIELDS = Object.keys(pipelineOverridesSchema.def.shape);

/**
 * Reads a configuration of the command line.
 * Missing rule sets and a missing pipeline get their defaults. A failure names the path of the error.
 */
export function parsePanelConfig(value: Json): Result<ParsedPanelConfig, MessageText> {
  if (!isJsonObject(value)) return fail(message('policyConfig.fault.noObject'));
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) return fail(toProblem(parsed.error.issues[0], value));
  const {
    rules = defaultRuleSetNames,
    pipeline = DEFAULT_PIPELINE,
    pipelineSettings = {},
    severities = {},
    ignore = [],
  } = parsed.data;
  const policy: FindingPolicy = { severities, ignore };
  const names = policyNames(isJsonObject(value.customRules) ? Object.keys(value.customRules) : []);
  const problem = findPolicyProblem(policy, names);
  if (problem !== null) return fail(problem);
  const unused = Object.keys(value).flatMap((name): readonly UnusedField[] => {
    if (name === '$schema' || Object.hasOwn(usedFields, name)) return [];
    const isKnown = OTHER_FIELDS.includes(name);
    return [{ name, isKnown, nearest: isKnown ? null : findNearest(name, ALL_FIELDS) }];
  });
  return succeed({ config: { rules, pipeline, pipelineSettings, policy }, unused });
}

function toProblem(issue: z.core.$ZodIssue | undefined, value: Json): MessageText {
  const path = issue?.path.filter((step) => typeof step !== 'symbol') ?? [];
  const key = path.join('.');
  if (issue?.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys;
    const knownFields = key === 'pipelineSettings' ? PIPELINE_FIELDS : IGNORE_FIELDS;
    return withNearest(message('policyConfig.fault.unknownField', { field, key }), field, knownFields);
  }
  if (issue?.code === 'invalid_value') {
    const wrongValue = valueAt(value, path);
    const knownValues = issue.values.map(String);
    const problem = message('policyConfig.fault.wrongValue', {
      key,
      written: JSON.stringify(wrongValue) ?? '',
      known: knownValues.join(', '),
    });
    return typeof wrongValue === 'string' ? withNearest(problem, wrongValue, knownValues) : problem;
  }
  return message(`policyConfig.fault.${key.startsWith('pipelineSettings.') ? 'noCount' : 'invalid'}`, { key });
}

function findPolicyProblem({ severities, ignore }: FindingPolicy, names: readonly string[]): MessageText | null {
  const code = Object.keys(severities).find((name) => !isSeverityName(name, names));
  if (code !== undefined) return unknownCode('severities', code, names);
  for (const [index, rule] of ignore.entries()) {
    const problem = findIgnoreProblem(rule, `ignore.${index}`, names);
    if (problem !== null) return problem;
  }
  return null;
}

function findIgnoreProblem(rule: IgnoreRule, key: string, names: readonly string[]): MessageText | null {
  if (isEmptyIgnoreRule(rule)) return message('policyConfig.fault.emptyIgnore', { key });
  const [problem] = findIgnoreRuleProblems(rule, (code) => isSeverityName(code, names));
  switch (problem?.type) {
    case undefined:
      return null;
    case 'unknown-code':
      return unknownCode(key, problem.code, names);
    case 'unknown-path':
      return withSuggestion(message('policyConfig.fault.unknownPath', { key, path: problem.path }), problem.nearest);
    case 'wrong-filter':
      return [message('policyConfig.fault.filter', { key, filter: problem.filter }), problem.reason.message];
    case 'journey-term':
      return message('policyConfig.fault.journeyFilter', { key, term: problem.term });
  }
}

function unknownCode(key: string, code: string, names: readonly string[]): MessageText {
  return withNearest(message('policyConfig.fault.unknownCode', { key, code }), code, names);
}

function withNearest(problem: MessageText, name: string, candidates: readonly string[]): MessageText {
  return withSuggestion(problem, findNearest(name, candidates));
}

/** Adds the most similar known name to a message, if there is one. */
export function withSuggestion(problem: MessageText, nearest: string | null): MessageText {
  return nearest === null ? problem : [problem, message('policyConfig.didYouMean', { nearest })];
}

/**
 * Formats a configuration for the command line (`docs/command-line.md`).
 * The command line supports no sites, so each reason contains the site. The severities of `entity` are omitted, because
 * the command line lacks this rule set.
 */
export function formatPanelConfig({ rules, pipeline, pipelineSettings, policy }: PanelConfig): string {
  const names = policyNames([]);
  const severities = Object.fromEntries(
    Object.entries(policy.severities).filter(([name]) => isSeverityName(name, names)),
  );
  const ignore = policy.ignore.flatMap((rule) => {
    if (findIgnoreProblem(rule, '', names) !== null) return [];
    const { code, path, filter } = rule;
    return [
      {
        ...(code !== undefined && { code }),
        ...(path !== undefined && { path }),
        ...(filter !== undefined && { filter }),
        reason: reasonOf(rule),
      },
    ];
  });
  const changed = Object.keys(pipelineSettings).length === 0 ? {} : { pipelineSettings: { ...pipelineSettings } };
  return formatJson({ rules: [...rules], pipeline, ...changed, severities, ignore }, 2);
}

function reasonOf({ reason, site = '' }: IgnoreRule): string {
  const text = reason || 'Ignored in the panel';
  return site === '' ? text : `${text} (${site})`;
}
