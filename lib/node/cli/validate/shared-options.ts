import { isAtLeast } from '#core/report/settle-findings';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { defaultRuleSetNames, isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean, unknownNameText } from '../../did-you-mean';
import { findFilterProblem } from '../../filter-problem';
import { parseSchemaSource, type SchemaSource } from '../../schemas/schema-source';
import type { OptionTable } from '../read-arguments';

/** Options that commands share: the files to read, and the rules to check by. */
export interface SharedOptions {
  /** Paths and glob patterns; `-` is standard input. */
  readonly files: readonly string[];
  readonly filter: string;
  /** `null` for the rule sets of the configuration, else the default. */
  readonly rules: readonly RuleSetName[] | null;
  /** The pipeline whose rules `ingestion` checks. `null` for that of the configuration, else the default. */
  readonly pipeline: PipelineName | null;
  /** `null` for the schemas of the configuration. */
  readonly schemas: readonly SchemaSource[] | null;
  readonly severity: Severity;
  /** `file`: the file of `--config`. `nearest`: in the working directory or a parent folder. `none`: the defaults. */
  readonly config: { readonly type: 'file'; readonly file: string } | { readonly type: 'nearest' | 'none' };
  /** Number of threads. `null` for the number of processors, up to four. */
  readonly jobs: number | null;
}

export const sharedOptionTable = {
  filter: { type: 'string' },
  rules: { type: 'string' },
  pipeline: { type: 'string' },
  schemas: { type: 'string', multiple: true },
  severity: { type: 'string' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  jobs: { type: 'string' },
} as const satisfies OptionTable;

interface SharedValues {
  readonly filter?: string | undefined;
  readonly rules?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly schemas?: readonly string[] | undefined;
  readonly severity?: string | undefined;
  readonly config?: string | undefined;
  readonly 'no-config'?: boolean | undefined;
  readonly jobs?: string | undefined;
}

/** Help text about the input files. */
export const inputHelp = `FILE is a path, a folder, a glob pattern, or - for standard input. Without FILE, standard input is read.
In a folder, .ndjson, .jsonl, .json and .har files are read, including compressed ones (.gz, .zst).
Input can be NDJSON, JSON arrays, SDK batches, HAR files or capture files of the panel, also compressed (gzip, zstd).`;

/** Help text about the rules, for commands whose option texts begin at column 26. */
export const rulesHelp = `  --rules NAMES           Comma-separated rule sets: ${ruleSetNames.join(', ')}.
                          Default: ${defaultRuleSetNames.join(',')}. none for --schemas only
  --pipeline NAME         Pipeline whose rules the rule set ingestion applies: ${pipelineNames.join(', ')}.
                          Default: ${DEFAULT_PIPELINE}
  --schemas [NAME=]PATH   Also validate against JSON Schemas: a file, a folder or a zip file. Can be repeated.
                          Their rule set is schema:NAME
  --severity SEVERITY     Lowest severity to report: error, warning or info. Default: info`;

/** Help text about the configuration, for commands whose option texts begin at column 26. */
export const configHelp = `  --config FILE           Configuration with rule sets, severities, ignored findings and a baseline: .json, .mjs, or .ts
                          if Node.js strips types. Default: the nearest telemetry-v3.config.json, .mjs or .ts
                          in this folder or a parent folder
  --no-config             Don't use a configuration`;

export const jobsHelp =
  '  --jobs N                Number of threads for large line-based input. Default: number of processors, up to 4';

/** Maximum number of threads. Each one has a separate heap. */
const MAX_JOBS = 64;

/**
 * Reads the options that commands have in common. Fails with a sentence.
 *
 * @param knowsFates whether the command predicts fates, so that a filter can use them.
 */
export function readSharedOptions(
  values: SharedValues,
  positionals: readonly string[],
  { knowsFates = false } = {},
): Result<SharedOptions, string> {
  const { filter = '' } = values;
  const severity = readSeverity('severity', values.severity);
  if (!severity.ok) return severity;
  const config = readConfigOption(values);
  if (!config.ok) return config;
  const rules = readRules(values.rules);
  if (!rules.ok) return rules;
  const pipeline = readOneOf('pipeline', values.pipeline, pipelineNames);
  if (!pipeline.ok) return pipeline;
  const jobs = readCount('jobs', values.jobs);
  if (!jobs.ok) return jobs;
  if (jobs.value !== null && (jobs.value < 1 || jobs.value > MAX_JOBS))
    return wrongValue('jobs', String(jobs.value), `a number from 1 to ${MAX_JOBS}`);
  const problem = findFilterProblem(filter, { knowsFates });
  if (problem !== null) return fail(`Invalid --filter. ${problem}`);
  return succeed({
    files: positionals.length === 0 ? ['-'] : positionals,
    filter,
    rules: rules.value,
    pipeline: pipeline.value,
    schemas: values.schemas?.map(parseSchemaSource) ?? null,
    severity: severity.value ?? 'info',
    config: config.value,
    jobs: jobs.value,
  });
}

/** Reads an option that is a severity. Returns `null` if the option is unset. */
export function readSeverity(option: string, value: string | undefined): Result<Severity | null, string> {
  return readOneOf(option, value, SEVERITIES);
}

/** Reads an option that is one of several names. Returns `null` if the option is unset. */
export function readOneOf<Name extends string>(
  option: string,
  value: string | undefined,
  names: readonly Name[],
): Result<Name | null, string> {
  if (value === undefined) return succeed(null);
  const match = names.find((name) => name === value);
  if (match !== undefined) return succeed(match);
  const expected = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return fail(`--${option} must be ${expected}; got ${JSON.stringify(value)}.${didYouMean(value, names)}`);
}

/** Reads an option that is a whole number. Returns `null` if the option is unset. */
export function readCount(option: string, value: string | undefined): Result<number | null, string> {
  if (value === undefined) return succeed(null);
  return /^\d{1,15}$/.test(value) ? succeed(Number(value)) : wrongValue(option, value, 'a whole number from 0');
}

export function wrongValue(option: string, value: string, expected: string): Result<never, string> {
  return fail(`--${option} must be ${expected}; got ${JSON.stringify(value)}.`);
}

/** Reads `--config` and `--no-config`. Fails with a sentence. */
export function readConfigOption({
  config: file,
  'no-config': isNone = false,
}: Pick<SharedValues, 'config' | 'no-config'>): Result<SharedOptions['config'], string> {
  if (file !== undefined && isNone) return fail("--config and --no-config can't be used together.");
  return succeed(file === undefined ? { type: isNone ? 'none' : 'nearest' } : { type: 'file', file });
}

function readRules(names: string | undefined): Result<readonly RuleSetName[] | null, string> {
  if (names === undefined) return succeed(null);
  if (names === 'none') return succeed([]);
  const ruleNames = names.split(',').map((name) => name.trim());
  const unknownName = ruleNames.find((name) => !isRuleSetName(name));
  if (unknownName !== undefined) return fail(unknownNameText('rule set', unknownName, ruleSetNames));
  return succeed(ruleNames.filter(isRuleSetName));
}

/** Returns a sentence if `--severity` omits findings that fail the run, or `null`. */
export function findSeverityConflict(severity: Severity, failOn: Severity): string | null {
  if (isAtLeast(failOn, severity)) return null;
  return `--severity ${severity} omits the findings of severity ${failOn} that fail the run. Set --fail-on.`;
}
