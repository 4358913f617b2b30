import type { CollectorBehavior } from '#core/collector/collector-response';
import { reportEnding, reportEndings } from '#core/report/report-writers';
import type { Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { type OptionTable, readArguments } from '../read-arguments';
import {
  configHelp,
  readChoice,
  readCount,
  readSeverity,
  readSharedOptions,
  rulesHelp,
  type SharedOptions,
  sharedOptionTable,
  wrongValue,
} from '../validate/shared-options';

const formats = ['pretty', 'json', 'none'] as const;

export interface ServeOptions extends Omit<SharedOptions, 'files' | 'filter' | 'jobs'> {
  /** Unset: the default, or the next that is free. */
  readonly port: number | null;
  readonly host: string;
  readonly behavior: CollectorBehavior;
  /** Unset: `pretty` on a terminal, else `none`. */
  readonly format: (typeof formats)[number] | null;
  readonly failOn: Severity | null;
  readonly reports: readonly string[];
}

/** Where the collector listens unless told otherwise. */
export const DEFAULT_PORT = 4330;
/** The address that only programs of this machine reach. */
export const LOOPBACK = '127.0.0.1';

const MAX_DELAY_MS = 10 * 60 * 1000;

const { rules, pipeline, schemas, severity, config, 'no-config': noConfig } = sharedOptionTable;

const optionTable = {
  rules,
  pipeline,
  schemas,
  severity,
  config,
  'no-config': noConfig,
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  respond: { type: 'string' },
  delay: { type: 'string' },
  drop: { type: 'string' },
  format: { type: 'string', short: 'f' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
} as const satisfies OptionTable;

export const serveHelp = `Collects telemetry like a telemetry service, and validates it as it comes.

Usage:
  telemetry-v3 serve [OPTIONS]

Takes each POST whose body is telemetry, on any path: plain, gzip, deflate, br, and zstd with Node.js 22.15 or later.
Ctrl+C ends it with a summary.

Options:
  -p, --port PORT         Port of the collector, 0 for any that is free. Default: ${DEFAULT_PORT}
  --host HOST             Address to listen at: 0.0.0.0 lets other devices in. Default: ${LOOPBACK}
  --respond STATUS        Respond to telemetry with this status, as 500 or 429. Default: 200
  --delay TIME            Respond after this time: 3s or 500ms
  --drop SHARE            Close the connection of this share of the requests without a response: 10%
  -f, --format pretty|json|none
                          Output: a line to read per event, a JSON line as validate writes it, or nothing.
                          Default: pretty on a terminal, else none
${rulesHelp}
  --fail-on SEVERITY      Lowest severity that fails: error, warning or info. Default: error
${configHelp}
  --report FILE           Write a report at the end: ${reportEndings.join(', ')}. Can be given several times
  -h, --help              Show this help

Exit codes: 0 no errors, 1 findings of the severity that fails, 2 it cannot listen or write, or an option is wrong.`;

/** Reads the arguments of `telemetry-v3 serve`. Fails with a sentence. */
export function readServeOptions(args: readonly string[]): Result<ServeOptions, string> {
  const read = readArguments(args, optionTable);
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  if (positionals.length > 0) return fail(`serve takes no files; got ${positionals[0]}. See --help.`);
  const shared = readSharedOptions(values, []);
  if (!shared.ok) return shared;
  const format = readChoice('format', values.format, formats);
  if (!format.ok) return format;
  const failOn = readSeverity('fail-on', values['fail-on']);
  if (!failOn.ok) return failOn;
  const port = readPort('port', values.port);
  if (!port.ok) return port;
  const behavior = readBehavior(values);
  if (!behavior.ok) return behavior;
  const { report: reports = [] } = values;
  const strange = reports.find((file) => reportEnding(file) === null);
  if (strange !== undefined)
    return fail(`Unknown ending of --report ${strange}. Endings: ${reportEndings.join(', ')}.`);
  return succeed({
    ...shared.value,
    port: port.value,
    host: values.host ?? LOOPBACK,
    behavior: behavior.value,
    format: format.value,
    failOn: failOn.value,
    reports,
  });
}

function readPort(option: string, value: string | undefined): Result<number | null, string> {
  const port = readCount(option, value);
  if (port.ok && port.value !== null && port.value > 65_535)
    return wrongValue(option, String(port.value), 'a port from 0 to 65535');
  return port;
}

interface BehaviorValues {
  readonly respond?: string | undefined;
  readonly delay?: string | undefined;
  readonly drop?: string | undefined;
}

function readBehavior({
  respond = '200',
  delay = '0s',
  drop = '0%',
}: BehaviorValues): Result<CollectorBehavior, string> {
  const status = Number(/^\d{3}$/.exec(respond)?.[0] ?? 0);
  if (status < 200 || status > 599) return wrongValue('respond', respond, 'a status from 200 to 599');
  const delayMs = parseDuration(delay);
  if (delayMs === null || delayMs > MAX_DELAY_MS)
    return wrongValue('delay', delay, 'a time up to 10 minutes, as 3s or 500ms');
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(drop)?.[1] ?? Number.NaN);
  if (!(percent <= 100)) return wrongValue('drop', drop, 'a share from 0% to 100%');
  return succeed({ status, delayMs, dropShare: percent / 100 });
}

/** Reads `3s`, `1.5s` or `500ms` as milliseconds; `null` for anything else. */
function parseDuration(text: string): number | null {
  const [, number = '', unit] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  return number === '' ? null : Number(number) * (unit === 's' ? 1000 : 1);
}
