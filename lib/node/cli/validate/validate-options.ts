import { reportEnding, reportEndings } from '#core/report/report-writers';
import { defaultRuleSetNames, isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-sets';
import type { Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean, unknownNameText } from '../../did-you-mean';
import { filterProblem } from '../../filter-problem';
import { type OptionTable, readArguments } from '../read-arguments';

export interface ValidateOptions {
  /** Paths and glob patterns; `-` is standard input. */
  readonly files: readonly string[];
  /** Unset: `pretty` on a terminal, else `json`. */
  readonly format: 'json' | 'pretty' | null;
  readonly isQuiet: boolean;
  readonly filter: string;
  /** Unset: those of the configuration, else the default. */
  readonly rules: readonly RuleSetName[] | null;
  readonly severity: Severity;
  readonly maxWarnings: number | null;
  /** A file of findings that are known and fail nothing. */
  readonly baseline: string | null;
  readonly updatesBaseline: boolean;
  /** A configuration file; `found` for the one of the working directory or above it, `none` for the defaults. */
  readonly config: { readonly type: 'file'; readonly file: string } | { readonly type: 'found' | 'none' };
  /** The lowest severity that fails. Unset: that of the configuration, else `error`. */
  readonly failOn: Severity | null;
  /** Report files, whose endings name their formats. */
  readonly reports: readonly string[];
  /** Threads that check. Unset: as many as there are processors, up to four. */
  readonly jobs: number | null;
}

const optionTable = {
  format: { type: 'string', short: 'f' },
  quiet: { type: 'boolean', short: 'q' },
  filter: { type: 'string' },
  rules: { type: 'string' },
  severity: { type: 'string' },
  'max-warnings': { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
  jobs: { type: 'string' },
} as const satisfies OptionTable;

export const validateHelp = `Validates telemetry events and calls.

Usage:
  telemetry-v3 validate [OPTIONS] [FILE…]

FILE is a path, a folder, a glob pattern, or - for standard input, which is also read if there is no FILE.
Of a folder, .ndjson, .jsonl, .json and .har files are read, also packed ones (.gz, .zst).
Read are NDJSON, JSON arrays, SDK batches, HAR files and capture files of the panel, also with gzip or zstd.
Each item is a call, {"method": "interact", "args": [{"type": "TOUCH", "id": "next"}]},
or an event in wire format, {"eid": "INTERACT", "ets": …, "edata": {…}, …}.

Options:
  -f, --format json|pretty
                          Output: one JSON line per item, or groups to read. Default: pretty on a terminal, else json
  -q, --quiet             Print only items with findings
  --filter FILTER         Check only items that match, in the panel's filter language: 'is:invalid pageid:home'
  --rules NAMES           Rule sets, separated by commas: ${ruleSetNames.join(', ')}.
                          Default: ${defaultRuleSetNames.join(',')}
  --severity SEVERITY     Lowest severity that counts: error, warning or info. Default: info
  --max-warnings N        Fail if there are more than N warnings
  --baseline FILE         Findings in FILE are known and fail nothing; those no longer found are listed
  --update-baseline       Write the errors and warnings of this run to the baseline, and exit with 0
  --fail-on SEVERITY      Lowest severity that fails: error, warning or info. Default: error
  --config FILE           Rule sets, severities, ignored findings, a baseline: .json, .mjs, or .ts where Node.js strips types.
                          Default: telemetry-v3.config.json, .mjs or .ts of this folder or the nearest above it
  --no-config             No configuration
  --report FILE           Write a report: ${reportEndings.join(', ')}. Can be given several times
  --jobs N                Threads that check a large input of lines. Default: the processors, up to 4
  -h, --help              Show this help

Exit codes: 0 no errors, 1 findings of severity error or too many warnings, 2 nothing could be read or an option is wrong.`;

/** Each has a heap of its own. */
const MAX_JOBS = 64;

export function readValidateOptions(args: readonly string[]): Result<ValidateOptions, string> {
  const read = readArguments(args, optionTable);
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const { format = null, quiet = false, filter = '', severity = 'info' } = values;
  if (format !== null && format !== 'json' && format !== 'pretty') {
    return wrongName('format', format, ['json', 'pretty']);
  }
  if (severity !== 'error' && severity !== 'warning' && severity !== 'info') {
    return wrongName('severity', severity, ['error', 'warning', 'info']);
  }
  const failOn = readFailOn(values['fail-on']);
  if (!failOn.ok) return failOn;
  if (values.config !== undefined && values['no-config']) return fail('--config and --no-config exclude each other.');
  const rules = readRules(values.rules);
  if (!rules.ok) return rules;
  const maxWarnings = readCount('max-warnings', values['max-warnings']);
  if (!maxWarnings.ok) return maxWarnings;
  if (maxWarnings.value !== null && severity === 'error') {
    return fail('--max-warnings counts warnings, which --severity error omits. Use --severity warning.');
  }
  const jobs = readCount('jobs', values.jobs);
  if (!jobs.ok) return jobs;
  if (jobs.value !== null && (jobs.value < 1 || jobs.value > MAX_JOBS))
    return wrong('jobs', String(jobs.value), `a number from 1 to ${MAX_JOBS}`);
  const { report: reports = [] } = values;
  const strange = reports.find((file) => reportEnding(file) === null);
  if (strange !== undefined)
    return fail(`Unknown ending of --report ${strange}. Endings: ${reportEndings.join(', ')}.`);
  const problem = filterProblem(filter);
  if (problem !== null) return fail(`Invalid --filter. ${problem}`);
  return succeed({
    files: positionals.length === 0 ? ['-'] : positionals,
    format,
    isQuiet: quiet,
    filter,
    rules: rules.value,
    severity,
    maxWarnings: maxWarnings.value,
    baseline: values.baseline ?? null,
    updatesBaseline: values['update-baseline'] ?? false,
    config: configOf(values.config, values['no-config']),
    failOn: failOn.value,
    reports,
    jobs: jobs.value,
  });
}

function wrong(option: string, value: string, expected: string): Result<never, string> {
  return fail(`--${option} must be ${expected}; got ${JSON.stringify(value)}.`);
}

function wrongName(option: string, value: string, names: readonly string[]): Result<never, string> {
  const expected = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return fail(`--${option} must be ${expected}; got ${JSON.stringify(value)}.${didYouMean(value, names)}`);
}

const severities = ['error', 'warning', 'info'] as const satisfies Severity[];

function readFailOn(value: string | undefined): Result<Severity | null, string> {
  const found = severities.find((severity) => severity === value) ?? null;
  return value === undefined || found !== null ? succeed(found) : wrongName('fail-on', value, severities);
}

function configOf(file: string | undefined, isNone = false): ValidateOptions['config'] {
  return file === undefined ? { type: isNone ? 'none' : 'found' } : { type: 'file', file };
}

function readRules(names: string | undefined): Result<readonly RuleSetName[] | null, string> {
  if (names === undefined) return succeed(null);
  const wanted = names.split(',').map((name) => name.trim());
  const strange = wanted.find((name) => !isRuleSetName(name));
  if (strange !== undefined) return fail(unknownNameText('rule set', strange, ruleSetNames));
  return succeed(wanted.filter(isRuleSetName));
}

function readCount(option: string, value: string | undefined): Result<number | null, string> {
  if (value === undefined) return succeed(null);
  return /^\d{1,15}$/.test(value) ? succeed(Number(value)) : wrong(option, value, 'a whole number from 0');
}
