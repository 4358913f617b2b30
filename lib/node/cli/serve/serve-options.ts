import type { CollectorBehavior } from '#core/collector/collector-response';
import { reportExtensions } from '#core/report/report-writers';
import type { Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { parseDuration } from '../../collector/duration';
import { type OptionTable, readArguments } from '../read-arguments';
import { readReports } from '../validate/report-option';
import {
  configHelp,
  readCount,
  readOneOf,
  readSeverity,
  readSharedOptions,
  rulesHelp,
  type SharedOptions,
  sharedOptionTable,
  wrongValue,
} from '../validate/shared-options';

const formats = ['pretty', 'json', 'none'] as const;

export interface ServeOptions extends Omit<SharedOptions, 'files' | 'filter' | 'jobs'> {
  /** `null` for the default port, or for any free port with `--run`. */
  readonly port: number | null;
  readonly host: string;
  /** The files of the certificate for https, or `null` for http. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  /** Host of the page and the REST interface. Clients on other machines need a token. */
  readonly uiHost: string;
  /** The port of the REST interface. `null` for the default, or for any free port with `--run`. */
  readonly uiPort: number | null;
  /** Host names that requests to the REST interface may use, in addition to those of this machine. */
  readonly allowedHosts: ReadonlySet<string>;
  /** The shell command to run. The collector stops when the command ends. `null` for none. */
  readonly run: string | null;
  /** Whether the run succeeds if the command sent no event. */
  readonly allowsEmpty: boolean;
  /** The file to which received requests are appended, or `null` for none. */
  readonly record: string | null;
  /** Whether to restore the events of the file `record` at the start. */
  readonly resumes: boolean;
  readonly behavior: CollectorBehavior;
  /** The server to which requests are forwarded, or `null` for none. */
  readonly upstream: UpstreamOptions | null;
  /** Whether to predict the fate of each event in the pipeline behind a real collector. */
  readonly predictsFates: boolean;
  /** `null` for `pretty` on a terminal, else `none`. */
  readonly format: (typeof formats)[number] | null;
  readonly failOn: Severity | null;
  readonly reports: readonly string[];
}

/** The server behind the collector, which acts as its proxy. */
export interface UpstreamOptions {
  readonly origin: string;
  /** Whether the collector responds to telemetry itself, or forwards it. */
  readonly telemetry: 'local' | 'forwarded';
  /** Whether to inject the hook into the pages of the server. */
  readonly isInjecting: boolean;
}

/** Default port of the collector. */
export const DEFAULT_PORT = 4330;
/** Default port of the panel page and the REST interface. */
export const DEFAULT_UI_PORT = 4331;
/** The loopback address, which only programs of this machine can reach. */
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
  cert: { type: 'string' },
  key: { type: 'string' },
  'ui-host': { type: 'string' },
  'ui-port': { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  run: { type: 'string' },
  'allow-empty': { type: 'boolean' },
  record: { type: 'string' },
  resume: { type: 'boolean' },
  fate: { type: 'boolean' },
  upstream: { type: 'string' },
  keep: { type: 'boolean' },
  inject: { type: 'boolean' },
  respond: { type: 'string' },
  delay: { type: 'string' },
  drop: { type: 'string' },
  format: { type: 'string', short: 'f' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
} as const satisfies OptionTable;

export const serveHelp = `Runs a local collector that responds like a telemetry service, and validates events as they arrive.

Usage:
  telemetry-v3 serve [OPTIONS]

Accepts POST requests with telemetry on any path. Bodies can be uncompressed, gzip, deflate, br,
or zstd (Node.js 22.15 or later).
Events sent to the base URL /run/NAME form a separate run, for example one per test worker.
Ctrl+C stops the collector and prints a summary.

Options:
  -p, --port PORT         Port of the collector. 0 selects a free port. Default: ${DEFAULT_PORT}
  --host HOST             Address to listen on. 0.0.0.0 allows other devices. Default: ${LOOPBACK}
  --cert FILE, --key FILE Serve HTTPS with this certificate and its private key, both as PEM
  --ui-host HOST          Address of the panel page and the REST interface. 0.0.0.0 allows other devices with the token
                          in the printed URL. Default: ${LOOPBACK}
  --ui-port PORT          Port of the panel page and the REST interface. Default: ${DEFAULT_UI_PORT}
  --allow-host NAME       Also accept requests with this host name to --ui-port, for example of a container, and with
                          --upstream also to --port. Can be repeated. Default: the names of this machine
  --run COMMAND           Run a shell command, and stop when it exits. The environment variable TELEMETRY_V3_URL is
                          the collector, TELEMETRY_V3_API the REST interface. Both ports default to a free port
  --allow-empty           Don't fail if the command of --run sends no events
  --record FILE           Append received telemetry to FILE. Secrets are redacted
  --resume                Load the file of --record first
  --upstream URL          Forward all requests to this server, and record telemetry on the way.
                          Example: https://learn.example.org
  --keep                  With --upstream: respond to telemetry here, and don't forward it
  --inject                With --upstream: observe calls, events and requests in its pages, in any browser
  --respond STATUS        Respond to telemetry with this status, such as 500 or 429. Default: 200
  --delay TIME            Delay each response by this time: 3s or 500ms
  --drop SHARE            Close the connection of this share of requests without a response: 10%
  -f, --format pretty|json|none
                          Output: a readable line per event, a JSON line per event as from validate, or nothing.
                          Default: pretty on a terminal, else none
${rulesHelp}
  --fate                  Predict what the pipeline of --pipeline does with each event
  --fail-on SEVERITY      Lowest severity that fails the run: error, warning or info. Default: error
${configHelp}
  --report FILE           Write a report on exit: ${reportExtensions.join(', ')}. Can be repeated
  -h, --help              Show this help

Exit codes: that of the command of --run unless it is 0. Otherwise 0: success. 1: findings that fail the run,
or no events with --run. 2: can't listen, output couldn't be written, or an option is invalid.`;

/** Reads the arguments of `telemetry-v3 serve`. Fails with a sentence. */
export function readServeOptions(args: readonly string[]): Result<ServeOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  if (positionals.length > 0) return fail(`serve takes no files; got ${positionals[0]}. See --help.`);
  const shared = readSharedOptions(values, []);
  if (!shared.ok) return shared;
  const format = readOneOf('format', values.format, formats);
  if (!format.ok) return format;
  const failOn = readSeverity('fail-on', values['fail-on']);
  if (!failOn.ok) return failOn;
  const port = readPort('port', values.port);
  if (!port.ok) return port;
  const uiPort = readPort('ui-port', values['ui-port']);
  if (!uiPort.ok) return uiPort;
  const { cert, key } = values;
  if ((cert === undefined) !== (key === undefined)) return fail('--cert FILE and --key FILE must be used together.');
  const allowedHosts = readHosts(values['allow-host']);
  if (!allowedHosts.ok) return allowedHosts;
  const host = withoutBrackets(values.host ?? LOOPBACK);
  const uiHost = withoutBrackets(values['ui-host'] ?? LOOPBACK);
  if (port.value !== null && port.value > 0 && port.value === uiPort.value && host === uiHost)
    return fail('--port and --ui-port must be different.');
  if (values.run !== undefined && ![LOOPBACK, 'localhost', '0.0.0.0', '::'].includes(uiHost))
    return fail('--run needs a --ui-host that includes this machine, such as 0.0.0.0.');
  for (const name of ['run', 'host', 'ui-host', 'record', 'cert', 'key'] as const)
    if (values[name]?.trim() === '') return wrongValue(name, values[name], EXPECTED_VALUES[name]);
  if (values.resume && values.record === undefined) return fail('--resume needs --record FILE.');
  if (values['allow-empty'] && values.run === undefined) return fail('--allow-empty needs --run COMMAND.');
  const behavior = readBehavior(values);
  if (!behavior.ok) return behavior;
  const upstream = readUpstream(values);
  if (!upstream.ok) return upstream;
  const reports = readReports(values.report);
  if (!reports.ok) return reports;
  return succeed({
    ...shared.value,
    port: port.value,
    host,
    certificate: cert === undefined || key === undefined ? null : { cert, key },
    uiHost,
    uiPort: uiPort.value,
    allowedHosts: allowedHosts.value,
    run: values.run ?? null,
    allowsEmpty: values['allow-empty'] ?? false,
    record: values.record ?? null,
    resumes: values.resume ?? false,
    behavior: behavior.value,
    upstream: upstream.value,
    predictsFates: values.fate ?? false,
    format: format.value,
    failOn: failOn.value,
    reports: reports.value,
  });
}

/** Expected values of options that only must not be empty. With an empty host, Node.js listens on all addresses. */
const EXPECTED_VALUES = {
  run: 'a command',
  host: 'an address or a host name',
  'ui-host': 'an address or a host name',
  record: 'a file name',
  cert: 'a file name',
  key: 'a file name',
} as const;

/** Returns an IPv6 address without the brackets that it has in URLs. Node.js listens only on the address itself. */
function withoutBrackets(host: string): string {
  return /^\[(.+)\]$/.exec(host)?.[1] ?? host;
}

/** Parses host names. Returns the names in the form of `URL.hostname`, such as in lower case. */
function readHosts(names: readonly string[] = []): Result<ReadonlySet<string>, string> {
  const hosts = new Set<string>();
  for (const name of names) {
    const url = URL.canParse(`http://${name}`) ? new URL(`http://${name}`) : null;
    // `URL` omits the default port, so `port` is also empty for `name:80`.
    if (url !== null && /:\d*$/.test(name))
      return wrongValue('allow-host', name, `a host name without a port, such as ${url.hostname}`);
    // `URL` accepts a wildcard, which would match no host.
    if (url === null || url.href !== `http://${url.hostname}/` || name.includes('*'))
      return wrongValue('allow-host', name, 'a host name, such as app.test');
    hosts.add(url.hostname);
  }
  return succeed(hosts);
}

/** Parses a port. Returns `null` if the option is unset. */
export function readPort(option: string, value: string | undefined): Result<number | null, string> {
  const port = readCount(option, value);
  if (port.ok && port.value !== null && port.value > 65_535)
    return wrongValue(option, String(port.value), 'a port from 0 to 65535');
  return port;
}

interface UpstreamValues extends BehaviorValues {
  readonly upstream?: string | undefined;
  readonly keep?: boolean | undefined;
  readonly inject?: boolean | undefined;
}

function readUpstream({
  upstream,
  keep = false,
  inject = false,
  ...behavior
}: UpstreamValues): Result<ServeOptions['upstream'], string> {
  if (upstream === undefined && (keep || inject)) return fail(`--${keep ? 'keep' : 'inject'} needs --upstream URL.`);
  if (upstream === undefined) return succeed(null);
  const url = URL.canParse(upstream) ? new URL(upstream) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) return wrongValue('upstream', upstream, 'an origin, such as https://learn.example.org');
  const hasBehavior = [behavior.respond, behavior.delay, behavior.drop].some((value) => value !== undefined);
  if (hasBehavior && !keep) return fail('With --upstream, --respond, --delay and --drop need --keep.');
  return succeed({ origin: url.origin, telemetry: keep ? 'local' : 'forwarded', isInjecting: inject });
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
    return wrongValue('delay', delay, 'a time of up to 10 minutes, such as 3s or 500ms');
  const percent = Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(drop)?.[1] ?? Number.NaN);
  if (!(percent <= 100)) return wrongValue('drop', drop, 'a share from 0% to 100%');
  return succeed({ status, delayMs, dropShare: percent / 100 });
}
