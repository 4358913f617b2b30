import { reportExtensions } from '#core/report/report-writers';
import type { Severity } from '#core/telemetry/findings';
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from '#core/user-sessions/session-settings';
import { fail, type Result, succeed } from '#core/util/result';
import { type OptionTable, readArguments } from '../read-arguments';
import { readReports } from '../validate/report-option';
import {
  inputHelp,
  readConfigOption,
  readOneOf,
  readSeverity,
  type SharedOptions,
  wrongValue,
} from '../validate/shared-options';

const formats = ['json', 'pretty'] as const;

export interface SessionsOptions {
  /** Paths and glob patterns; `-` is standard input. */
  readonly files: readonly string[];
  /** `null` for `pretty` on a terminal, else `json`. */
  readonly format: (typeof formats)[number] | null;
  readonly isOrdered: boolean;
  /** Whether to audit sessions: set by `--audit` or `--report`. */
  readonly isAudit: boolean;
  readonly severity: Severity;
  readonly failOn: Severity | null;
  readonly reports: readonly string[];
  /** A file with known findings, which do not fail the run. */
  readonly baseline: string | null;
  readonly updatesBaseline: boolean;
  readonly config: SharedOptions['config'];
  readonly settings: SessionSettings;
}

const optionTable = {
  format: { type: 'string', short: 'f' },
  idle: { type: 'string' },
  break: { type: 'string' },
  ordered: { type: 'boolean' },
  audit: { type: 'boolean' },
  severity: { type: 'string' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  config: { type: 'string' },
  'no-config': { type: 'boolean' },
} as const satisfies OptionTable;

export const sessionsHelp = `Computes user sessions from events, like the pipeline's workflow summary (ME_WORKFLOW_SUMMARY).

Usage:
  telemetry-v3 sessions [OPTIONS] [FILE…]

${inputHelp}
Each file is summarized separately. Events are grouped by did, channel and pdata.id, and sorted by ets.

Options:
  -f, --format json|pretty
                   One JSON line per session, or a tree with time bars. Default: pretty on a terminal, else json
  --idle TIME      A longer gap between events is idle time and doesn't count.
                   In seconds, or with a unit: 10m. Default: 600
  --break TIME     A longer gap between events ends all sessions. In minutes, or with a unit: 1800s. Default: 30
  --ordered        The input is sorted by ets: only events of open sessions are kept in memory.
                   An event that belongs before a session that was already written stops the run
  --audit          Also find events that the pipeline would count wrong, or not at all (rule set user-session).
                   With --ordered, findings are written as soon as their session ends
  --severity SEVERITY
                   With --audit: lowest severity to report: error, warning or info. Default: info
  --fail-on SEVERITY
                   With --audit: lowest severity that fails the run. Default: error
  --report FILE    Also write a report of the sessions and the findings of --audit: ${reportExtensions.join(', ')}.
                   Can be repeated
  --baseline FILE  With --audit: don't fail on the known findings in FILE. Lists those that are no longer found
  --update-baseline
                   With --audit: write its errors and warnings to the baseline, and exit with 0
  --config FILE    With --audit: use the severities, ignored findings and baseline of this configuration. Default: the
                   nearest telemetry-v3.config.json, .mjs or .ts in this folder or a parent folder
  --no-config      Don't use a configuration
  -h, --help       Show this help

Exit codes: 0: all input was read. 1: --audit found an error, or a line or one of several files couldn't be read.
2: no input could be read, an event was too late for --ordered, or an option is invalid.`;

/** Reads the arguments of `telemetry-v3 sessions`. Fails with a sentence. */
export function readSessionsOptions(args: readonly string[]): Result<SessionsOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  const format = readOneOf('format', values.format, formats);
  if (!format.ok) return format;
  const idle = readSeconds('idle', values.idle, 's');
  if (!idle.ok) return idle;
  const sessionBreak = readSeconds('break', values.break, 'm');
  if (!sessionBreak.ok) return sessionBreak;
  const severity = readSeverity('severity', values.severity);
  if (!severity.ok) return severity;
  const failOn = readSeverity('fail-on', values['fail-on']);
  if (!failOn.ok) return failOn;
  const reports = readReports(values.report);
  if (!reports.ok) return reports;
  const config = readConfigOption(values);
  if (!config.ok) return config;
  const isAudit = values.audit === true || reports.value.length > 0;
  const auditOption = (['severity', 'fail-on', 'baseline', 'update-baseline', 'config'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (!isAudit && auditOption !== undefined) return fail(`--${auditOption} needs --audit.`);
  const { idleSeconds, breakSeconds } = DEFAULT_SESSION_SETTINGS;
  return succeed({
    files: positionals.length === 0 ? ['-'] : positionals,
    format: format.value,
    isOrdered: values.ordered ?? false,
    isAudit,
    severity: severity.value ?? 'info',
    failOn: failOn.value,
    reports: reports.value,
    baseline: values.baseline ?? null,
    updatesBaseline: values['update-baseline'] ?? false,
    config: config.value,
    settings: {
      ...DEFAULT_SESSION_SETTINGS,
      idleSeconds: idle.value ?? idleSeconds,
      breakSeconds: sessionBreak.value ?? breakSeconds,
    },
  });
}

const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

/** @param defaultUnit the unit of a number without a unit, as in the setting of the pipeline's job. */
function readSeconds(option: string, value: string | undefined, defaultUnit: 's' | 'm'): Result<number | null, string> {
  if (value === undefined) return succeed(null);
  const [, number, unit = defaultUnit] = /^(\d{1,9})(s|m|h)?$/.exec(value) ?? [];
  if (number === undefined || !(unit === 's' || unit === 'm' || unit === 'h'))
    return wrongValue(option, value, 'a whole number, with or without s, m or h');
  return succeed(Number(number) * SECONDS[unit]);
}
