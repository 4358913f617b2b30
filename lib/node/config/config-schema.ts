import { type IgnoreRule, type PolicySeverity, policySeverities } from '#core/report/finding-policy';
import type { CustomRule } from '#core/rules/custom-rules';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { type PipelineOverrides, pipelineOverridesSchema } from '#core/rules/ingestion/pipeline-numbers';
import { defaultRuleSetNames, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';

/**
 * Contents of `telemetry-v3.config.json`, `.mjs` or `.ts`.
 * The command line, the Playwright fixture and the reporter use it.
 */
export interface TelemetryConfig {
  /** Path of the JSON schema, in a JSON file: `./node_modules/telemetry-v3/config.schema.json`. */
  readonly $schema?: string | undefined;
  /** The rule sets. The default is `definition`, `envelope`, `privacy` and `hints`. */
  readonly rules?: readonly RuleSetName[] | undefined;
  /** The pipeline whose rules the rule set `ingestion` checks. The default is `sunbird-5.0`. */
  readonly pipeline?: PipelineName | undefined;
  /**
   * Limits of the pipeline that your site has changed, for `validate --fate`.
   * `ingestion` also uses `maxEventBytes`.
   */
  readonly pipelineSettings?: PipelineOverrides | undefined;
  /**
   * Your custom rules by name, in lower case with hyphens.
   * The rule set of their findings is `custom:NAME`.
   */
  readonly customRules?: Readonly<Record<string, CustomRule>> | undefined;
  /**
   * Paths of your JSON Schemas by name.
   * Names are in lower case with hyphens. A path names a file, a folder or a zip file, relative to the configuration.
   * The rule set of their findings is `schema:NAME`.
   */
  readonly schemas?: Readonly<Record<string, string>> | undefined;
  /**
   * Severities by code, by `RULE_SET/CODE`, or by `custom:NAME` or `schema:NAME`.
   * `off` omits the findings.
   */
  readonly severities?: Readonly<Record<string, PolicySeverity>> | undefined;
  /** Rules for findings to omit, each with a reason. */
  readonly ignore?: readonly Omit<IgnoreRule, 'site'>[] | undefined;
  /** A file of known findings, relative to the configuration. `validate --update-baseline` writes it. */
  readonly baseline?: string | undefined;
  /** Whether `validate` also audits user sessions, as with `--audit`. */
  readonly audit?: boolean | undefined;
  /**
   * The lowest severity that fails `validate`, the Playwright run and `toHaveNoInvalidEvents`.
   * The default is `error`.
   */
  readonly failOn?: Severity | undefined;
}

/**
 * Returns the configuration unchanged.
 * Use it in a module to get completion and type checking in the editor.
 */
export function defineConfig(config: TelemetryConfig): TelemetryConfig {
  return config;
}

const severitySchema = z.enum(policySeverities);

export const ignoreSchema = z.strictObject({
  code: describeField(z.optional(z.string()), 'Code of the findings, `custom:NAME` or `schema:NAME`.'),
  path: describeField(
    z.optional(z.string()),
    'Path in the event or the call, including fields below it. `*` is any item of a list.',
  ),
  filter: describeField(z.optional(z.string()), "Filter for the events, in the panel's filter language."),
  reason: describeField(z.string().check(z.minLength(1)), 'Why the findings are ignored.'),
});

const numberSchemas = pipelineOverridesSchema.def.shape;

export const pipelineSettingsSchema = z.strictObject({
  maxBatchBytes: describeField(
    numberSchemas.maxBatchBytes,
    'Maximum size of a request body, in bytes. The collector rejects larger ones.',
  ),
  maxEventBytes: describeField(
    numberSchemas.maxEventBytes,
    'Maximum size of an event, in bytes. The extractor drops larger ones.',
  ),
  duplicateWindowMs: describeField(
    numberSchemas.duplicateWindowMs,
    'Window in which an event with the same mid is a duplicate, in milliseconds.',
  ),
  duplicateBatchWindowMs: describeField(
    numberSchemas.duplicateBatchWindowMs,
    'Window in which a batch with the same msgid is a duplicate, in milliseconds.',
  ),
  maxAgeMonths: describeField(
    numberSchemas.maxAgeMonths,
    'Maximum age of an event, in months. Older ones are dropped. `null` for no limit.',
  ),
} satisfies Readonly<Record<keyof PipelineOverrides, z.ZodMiniType>>);

const dataFields = {
  $schema: z.optional(z.string()),
  rules: describeField(
    z.optional(z.array(z.enum(ruleSetNames))),
    `Rule sets. Default: ${defaultRuleSetNames.join(', ')}. If empty, only \`schemas\` and custom rules apply.`,
  ),
  schemas: describeField(
    z.optional(z.record(z.string().check(z.regex(SCHEMA_SET_NAME)), z.string().check(z.minLength(1)))),
    'Your JSON Schemas by name: paths of files, folders or zip files, relative to the configuration.',
  ),
  pipeline: describeField(
    z.optional(z.enum(pipelineNames)),
    `Pipeline whose rules the rule set \`ingestion\` applies. Default: ${DEFAULT_PIPELINE}.`,
  ),
  pipelineSettings: describeField(
    z.optional(pipelineSettingsSchema),
    'Pipeline limits that your deployment changed, for `validate --fate`. `ingestion` also uses `maxEventBytes`.',
  ),
  severities: describeField(
    z.optional(z.record(z.string(), severitySchema)),
    'Severities by code, by rule set and code (`definition/missing`), or by `custom:NAME` or `schema:NAME`.',
  ),
  ignore: describeField(z.optional(z.array(ignoreSchema)), 'Findings to ignore.'),
  baseline: describeField(
    z.optional(z.string().check(z.minLength(1))),
    'File of known findings, relative to the configuration.',
  ),
  audit: describeField(z.optional(z.boolean()), 'Whether `validate` also audits user sessions.'),
  failOn: describeField(z.optional(z.enum(SEVERITIES)), 'Lowest severity that fails the run. Default: error.'),
};

export const configSchema = z.strictObject({
  ...dataFields,
  customRules: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
      z.custom<CustomRule>((value) => typeof value === 'function'),
    ),
  ),
});

/**
 * Returns the JSON schema of `telemetry-v3.config.json`.
 * Lacks `customRules`, which are functions and thus need a module.
 */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(z.strictObject(dataFields), { io: 'input' });
  return { ...schema, title: 'Configuration of telemetry-v3' };
}
