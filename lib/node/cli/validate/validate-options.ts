import { reportExtensions } from '#core/report/report-writers';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber } from '#core/telemetry/wording';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { fail, type Result, succeed } from '#core/util/result';
import { type OptionTable, readArguments } from '../read-arguments';
import { readReports } from './report-option';
import {
  configHelp,
  inputHelp,
  jobsHelp,
  readCount,
  readOneOf,
  readSeverity,
  readSharedOptions,
  rulesHelp,
  type SharedOptions,
  sharedOptionTable,
  wrongValue,
} from './shared-options';
import { MAX_STREAM_EVENTS } from './stream-stage';

const formats = ['json', 'pretty', 'unix'] as const;

export interface ValidateOptions extends SharedOptions {
  /** `null` for `pretty` on a terminal, else `json`. */
  readonly format: (typeof formats)[number] | null;
  readonly isQuiet: boolean;
  readonly maxWarnings: number | null;
  /** A file with known findings, which do not fail the run. */
  readonly baseline: string | null;
  readonly updatesBaseline: boolean;
  /** Lowest severity that fails. `null` for that of the configuration, else `error`. */
  readonly failOn: Severity | null;
  /** Report files, whose extensions select their formats. */
  readonly reports: readonly string[];
  /** Whether to check rules over many events. */
  readonly isStream: boolean;
  /** Whether to audit user sessions. If false, the setting of the configuration applies. */
  readonly isAudit: boolean;
  /** Whether to predict the fate of each event in the pipeline behind the collector. */
  readonly predictsFates: boolean;
  /** Receipt time of events without their own, in epoch milliseconds. */
  readonly receivedAt: number | null;
}

const optionTable = {
  ...sharedOptionTable,
  format: { type: 'string', short: 'f' },
  quiet: { type: 'boolean', short: 'q' },
  'max-warnings': { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
  stream: { type: 'boolean' },
  audit: { type: 'boolean' },
  fate: { type: 'boolean' },
  at: { type: 'string' },
} as const satisfies OptionTable;

export const validateHelp = `Validates telemetry events and calls.

Usage:
  telemetry-v3 validate [OPTIONS] [FILE…]

${inputHelp}
Each item is a call, {"method": "interact", "args": [{"type": "TOUCH", "id": "next"}]},
or an event in wire format, {"eid": "INTERACT", "ets": …, "edata": {…}, …}.

Options:
  -f, --format json|pretty|unix
                          Output: one JSON line per item, readable groups, or one line per finding for editors and CI:
                          PATH:LINE:COLUMN: SEVERITY: MESSAGE [RULE]. Default: pretty on a terminal, else json
  -q, --quiet             Print only items with findings
  --filter FILTER         Only items that match this filter of the panel: 'is:invalid pageid:home'
${rulesHelp}
  --max-warnings N        Fail if there are more than N warnings
  --baseline FILE         Don't fail on the known findings in FILE. Lists those that are no longer found
  --update-baseline       Write the errors and warnings of this run to the baseline, and exit with 0
  --fail-on SEVERITY      Lowest severity that fails the run: error, warning or info. Default: error
${configHelp}
  --report FILE           Write a report: ${reportExtensions.join(', ')}. Can be repeated
  --stream                Find events with the mid of one of the ${formatNumber(MAX_STREAM_EVENTS)} preceding events, across all files.
                          Listed after all items. Uses up to 150 MB more memory
  --audit                 Find events that the pipeline would count wrong in user sessions, per file: see sessions --help.
                          Listed after all items. Uses about 1 kB of memory per event
  --fate                  Predict what the pipeline of --pipeline does with each event
  --at TIME               Time of receipt for events without syncts and @timestamp, for hints about their age
                          and for --fate. ISO 8601, or milliseconds since 1970
${jobsHelp}
  -h, --help              Show this help

Exit codes: 0: success. 1: findings that fail the run, too many warnings, or one of several files couldn't be read.
2: no input could be read, output couldn't be written, or an option is invalid.`;

/** Reads the arguments of `telemetry-v3 validate`. Fails with a sentence. */
export function readValidateOptions(args: readonly string[]): Result<ValidateOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  const format = readOneOf('format', values.format, formats);
  if (!format.ok) return format;
  const check = readSharedOptions(values, positionals, { knowsFates: values.fate ?? false });
  if (!check.ok) return check;
  const failOn = readSeverity('fail-on', values['fail-on']);
  if (!failOn.ok) return failOn;
  const maxWarnings = readCount('max-warnings', values['max-warnings']);
  if (!maxWarnings.ok) return maxWarnings;
  if (maxWarnings.value !== null && check.value.severity === 'error') {
    return fail('--max-warnings counts warnings, which --severity error omits. Use --severity warning.');
  }
  const receivedAt = readTime('at', values.at);
  if (!receivedAt.ok) return receivedAt;
  const reports = readReports(values.report);
  if (!reports.ok) return reports;
  return succeed({
    ...check.value,
    format: format.value,
    isQuiet: values.quiet ?? false,
    maxWarnings: maxWarnings.value,
    baseline: values.baseline ?? null,
    updatesBaseline: values['update-baseline'] ?? false,
    failOn: failOn.value,
    reports: reports.value,
    isStream: values.stream ?? false,
    isAudit: values.audit ?? false,
    predictsFates: values.fate ?? false,
    receivedAt: receivedAt.value,
  });
}

/** Reads an option that is a time, in epoch milliseconds. Returns `null` if the option is unset. */
function readTime(option: string, value: string | undefined): Result<number | null, string> {
  if (value === undefined) return succeed(null);
  const time = /^\d{1,16}$/.test(value) ? Number(value) : Date.parse(value);
  return Math.abs(time) <= MAX_EPOCH_MS
    ? succeed(time)
    : wrongValue(option, value, 'a time such as 2026-11-27T10:15:00Z, or milliseconds since 1970');
}
