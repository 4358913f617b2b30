import { networkInterfaces } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import type { FindingReport } from '#core/report/finding-report';
import type { ReportedFate } from '#core/report/reported-finding';
import { isAtLeast } from '#core/report/settle-findings';
import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { createApiListener } from '../../collector/api-listener';
import { createRecording, type Recording, resumeRecording } from '../../collector/batch-recording';
import { type CollectedFates, createCollectedFates } from '../../collector/collected-fates';
import { createToItem, reportEvents, type ToItem } from '../../collector/collected-item';
import { createCollectorListener } from '../../collector/collector-listener';
import { type CollectorJudge, createCollectorJudge } from '../../collector/judge-config';
import { createPageToken } from '../../collector/local-listener';
import type { Certificate, ServerHandlers } from '../../collector/local-server';
import { createPageFiles } from '../../collector/page-files';
import type { ConnectedPages } from '../../collector/reverse-proxy';
import { after } from '../../timers';
import type { CliDeps } from '../cli-deps';
import { decompress } from '../input/body-deps';
import { endOutput, Output, printFailure } from '../output';
import { fileFailure } from '../read-failure';
import { takesColors } from '../takes-colors';
import { loadBaseline } from '../validate/baseline-file';
import { FatePredictor } from '../validate/check/fate-predictor';
import { FateTracker } from '../validate/check/fate-tracker';
import { loadOptionConfig, loadOptionRules } from '../validate/loaded-config';
import { findReportProblem, writeReports } from '../validate/write-reports';
import { createEventPrinter, endLines, formatStart, reportingText } from './event-printer';
import { DEFAULT_PORT, DEFAULT_UI_PORT, LOOPBACK, readServeOptions, type ServeOptions } from './serve-options';
import { startAt, toUrl, untilAborted } from './server-start';
import { renderUrlQrCode } from './url-qr-code';

/** Runs `telemetry-v3 serve` until the command of `--run` ends or the user interrupts it. */
export async function runServe(args: readonly string[], deps: CliDeps): Promise<number> {
  const read = readServeOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const options = read.value;
  const prepared = await prepare(options, deps);
  if (!prepared.ok) return printFailure(deps, prepared.failure);
  const { judge, notes, toItemBy, createFates } = prepared.value;
  if (notes.length > 0) await printFailure(deps, notes.join('\n'));

  const events = createCollectedEvents(judge.judge);
  const fates = createFates(events);
  const toItem = toItemBy((row) => fates?.get(row) ?? null);
  const onFailure = (failure: string): void => void printFailure(deps, `Couldn't write ${options.record}: ${failure}.`);
  const recording = options.record === null ? null : createRecording(options.record, { ...deps, after, onFailure });
  if (options.record !== null && options.resumes && deps.exists(options.record)) {
    const resumed = await resume(options.record, events, deps);
    if (!resumed.ok) return printFailure(deps, resumed.failure);
    await printFailure(deps, resumed.value, 0);
  }
  const servers = await startServers({ judge, toItem, events, recording }, options, deps);
  if (!servers.ok) return printFailure(deps, servers.failure);
  const { urls, api, pages } = servers.value;

  const out = new Output(deps.stdout);
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'none');
  const isColored = format === 'pretty' && takesColors(deps);
  await printStart(
    formatStart({ urls, api, pages, ruleSets: judge.ruleSets, upstream: options.upstream }, format),
    format,
    out,
    deps,
  );
  if (isOpenToOthers(options.host)) await printFailure(deps, openText(options.host));
  if (pages.length > 0)
    await printFailure(
      deps,
      `Any device that can reach ${options.uiHost} and has the token can read and clear the events.`,
    );
  if (format === 'pretty' && deps.isTerminal) await printCodes(servers.value, isColored, out);
  events.onChange(createEventPrinter(out, { format, isColored, toItem }));
  // Not by the totals, which count restored events, and not those that the command cleared.
  let isEmpty = true;
  events.onChange(({ type }) => {
    if (type === 'events' || type === 'observed') isEmpty = false;
  });

  const commandCode = await untilEnd(options, servers.value, deps);
  await servers.value.stop();
  const reporting = deps.isTerminal ? reportingText(events.totals()) : null;
  if (reporting !== null) await printFailure(deps, reporting, 0);
  const report = await reportEvents(
    [...events.all()],
    { toItem, judge, now: deps.now, clock: deps.clock, yieldTask: nextTurn },
    fates?.totals(),
  );
  const ended = await endRun(
    { report, events, out, isColored, format, recording, isEmpty },
    prepared.value.failOn,
    options,
    deps,
  );
  return commandCode === 0 ? ended : commandCode;
}

interface Collection {
  readonly judge: CollectorJudge;
  readonly toItem: ToItem;
  readonly events: CollectedEvents;
  readonly recording: Recording | null;
}

interface Servers {
  /** The URLs of the collector. The first one is for this machine. */
  readonly urls: readonly [string, ...string[]];
  readonly api: string;
  /** The URLs of the panel page for other devices, with the token. Empty if only this machine has access. */
  readonly pages: readonly string[];
  stop(): Promise<void>;
}

/** Starts the collector and the REST interface. Fails with a sentence. */
async function startServers(
  { events, recording, judge, toItem }: Collection,
  { behavior, host, port, uiHost, uiPort, allowedHosts, run, upstream, certificate: files }: ServeOptions,
  deps: CliDeps,
): Promise<Result<Servers, string>> {
  const { now, clock, pageFolder } = deps;
  const add: CollectedEvents['add'] = (batch) => {
    const record = recording?.add(batch);
    const end = events.add(batch);
    return (ended) => {
      record?.(ended);
      end(ended);
    };
  };
  const addRejected: CollectedEvents['addRejected'] = (request) => {
    recording?.addRejected(request);
    events.addRejected(request);
  };
  // Several jobs can run on one machine at the same time, so fixed ports would collide.
  const usesFreePort = run !== null || port === 0;
  const certificate = files === null ? null : await readCertificate(files, deps.readText);
  if (certificate?.ok === false) return certificate;
  const created = await createPortHandlers({ ...events, add, addRejected }, { behavior, upstream }, deps);
  if (!created.ok) return created;
  const handlers = certificate === null ? created.value : { ...created.value, certificate: certificate.value };
  const collector = await startAt(handlers, { name: 'port', host, port: port ?? (usesFreePort ? 0 : DEFAULT_PORT) });
  if (!collector.ok) return collector;
  const urls = urlsOf(certificate === null ? 'http' : 'https', host, collector.value.port);
  const token = isOpenToOthers(uiHost) ? createPageToken() : null;
  const uiHosts = token === null ? [] : urlsOf('http', uiHost, 0).map((url) => new URL(url).hostname);
  const apiListener = createApiListener({
    events,
    judge,
    toItem,
    token,
    now,
    clock,
    after,
    yieldTask: nextTurn,
    allowedHosts: new Set([...allowedHosts, ...uiHosts]),
    pages: created.value.pages,
    collectorUrls: urls,
    upstream,
    findPageFile: createPageFiles(pageFolder),
  });
  const api = await startAt(
    { listener: apiListener },
    {
      name: 'ui-port',
      host: uiHost,
      port: uiPort ?? (usesFreePort ? 0 : DEFAULT_UI_PORT),
    },
  );
  if (!api.ok) {
    await collector.value.stop();
    return api;
  }
  const stop = async (): Promise<void> => {
    const stopped = collector.value.stop();
    await created.value.close();
    await stopped;
    await api.value.abort();
  };
  const [localUrl, ...otherUrls] = urlsOf('http', uiHost, api.value.port);
  const pages = token === null ? [] : [localUrl, ...otherUrls].map((url) => `${url}/?token=${token}`);
  return succeed({ urls, api: localUrl, pages, stop });
}

/** Reads a certificate and its key. Fails with a sentence. */
async function readCertificate(
  files: { readonly cert: string; readonly key: string },
  readText: CliDeps['readText'],
): Promise<Result<Certificate, string>> {
  const texts: string[] = [];
  for (const file of [files.cert, files.key]) {
    try {
      texts.push(await readText(file));
    } catch (error) {
      return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
    }
  }
  const [cert = '', key = ''] = texts;
  return succeed({ cert, key });
}

/**
 * Waits for the command of `--run`, or for Ctrl+C.
 * Returns the command's exit code, or 0 without a command.
 */
async function untilEnd({ run }: ServeOptions, { urls, api }: Servers, deps: CliDeps): Promise<number> {
  const interrupted = deps.catchInterrupts();
  if (run === null) {
    await untilAborted(interrupted);
    return 0;
  }
  const code = await deps.runShell(run, { TELEMETRY_V3_URL: urls[0], TELEMETRY_V3_API: api }, interrupted);
  // The last request of the command, such as a beacon, may still wait in a socket. The next two turns read it.
  await nextTurn();
  await nextTurn();
  return code;
}

/** Adds the events of a recording. Returns a sentence with their number. */
async function resume(
  file: string,
  events: Pick<CollectedEvents, 'add' | 'addRejected'>,
  deps: CliDeps,
): Promise<Result<string, string>> {
  try {
    const { requests, skipped } = await resumeRecording(deps.open(file), events);
    const rest = skipped === 0 ? '' : ` Skipped ${pluralize(skipped, 'unreadable line')}.`;
    return succeed(`Loaded ${pluralize(requests, 'request')} from ${file}.${rest}`);
  } catch (error) {
    return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
  }
}

interface Prepared {
  readonly judge: CollectorJudge;
  readonly toItemBy: (fateOf: (row: number) => ReportedFate | null) => ToItem;
  /** Returns `null` unless `--fate` is set. */
  readonly createFates: (events: CollectedEvents) => CollectedFates | null;
  readonly failOn: Severity;
  /** Warnings about schemas that cannot be used. */
  readonly notes: readonly string[];
}

/**
 * Loads the configuration and the rules, and checks that reports can be written.
 * Fails with a sentence.
 */
async function prepare(options: ServeOptions, deps: CliDeps): Promise<Result<Prepared, string>> {
  const found = await loadOptionConfig(options.config, deps);
  if (!found.ok) return found;
  const { config } = found.value;
  const loaded = await loadOptionRules(options, config, deps);
  if (!loaded.ok) return loaded;
  const baseline = await loadBaseline({ file: config.baseline, updates: false }, () => true, deps);
  if (!baseline.ok) return baseline;
  const files = options.record === null ? options.reports : [...options.reports, options.record];
  const problem = await findReportProblem(files, [], deps);
  if (problem !== null) return fail(problem);
  const { rules, teamRules, schemas } = loaded.value;
  const pipeline = options.pipeline ?? config.pipeline;
  const settings = pipelineSettingsOf(pipeline, config.pipelineSettings);
  const judge = createCollectorJudge({ rules, teamRules, settings, policy: config.policy });
  const known = baseline.value.keys ?? new Set();
  const toItemBy: Prepared['toItemBy'] = (fateOf) => createToItem(judge, { severity: options.severity, known, fateOf });
  const createFates: Prepared['createFates'] = (events) =>
    options.predictsFates
      ? createCollectedFates(
          events,
          new FatePredictor(settings, null, schemas.ruleSets),
          () => new FateTracker(settings),
        )
      : null;
  return succeed({ judge, toItemBy, createFates, failOn: options.failOn ?? config.failOn, notes: schemas.notes });
}

/** The handlers of the collector's port: a collector, or a reverse proxy to an upstream. */
interface PortHandlers extends ServerHandlers {
  readonly pages: ConnectedPages | null;
  /** Closes connections to the upstream. */
  close(): Promise<void>;
}

/** Creates the collector, or the proxy, whose code is imported on demand. Fails with a sentence. */
async function createPortHandlers(
  events: CollectedEvents,
  { behavior, upstream }: Pick<ServeOptions, 'behavior' | 'upstream'>,
  { now, readPageScript }: Pick<CliDeps, 'now' | 'readPageScript'>,
): Promise<Result<PortHandlers, string>> {
  const deps = { decompress, now, random: Math.random, after };
  if (upstream === null) {
    const listener = createCollectorListener(events, behavior, deps);
    return succeed({ listener, pages: null, close: async () => {} });
  }
  const pageScript = upstream.isInjecting ? await readPageScript() : succeed(null);
  if (!pageScript.ok) return pageScript;
  const { createReverseProxy } = await import('../../collector/reverse-proxy');
  return succeed(createReverseProxy(events, { ...upstream, behavior, pageScript: pageScript.value }, deps));
}

function isOpenToOthers(host: string): boolean {
  return !['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host);
}

function openText(host: string): string {
  return `Any device that can reach ${host} can send telemetry here.`;
}

/** Returns the URLs of a server. A host of 0.0.0.0 or :: gives one URL for each address of the machine. */
function urlsOf(scheme: 'http' | 'https', host: string, port: number): Servers['urls'] {
  if (host !== '0.0.0.0' && host !== '::') return [toUrl(scheme, host, port)];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const external = addresses
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return [toUrl(scheme, LOOPBACK, port), ...external.map((address) => toUrl(scheme, address, port))];
}

async function printStart(text: string, format: string, out: Output, deps: CliDeps): Promise<void> {
  if (format === 'none') {
    await printFailure(deps, text, 0);
    return;
  }
  out.line(text);
  await out.flush();
}

/** Prints the URLs for other devices as QR codes. Uses the first network of the machine. */
async function printCodes({ urls, pages }: Servers, isColored: boolean, out: Output): Promise<void> {
  for (const [name, candidates] of [
    ['Collector', urls],
    ['Panel', pages],
  ] as const) {
    const openUrl = candidates.find((url) => isOpenToOthers(new URL(url).hostname));
    if (openUrl === undefined) continue;
    out.line(`${name} for other devices: ${openUrl}`);
    for (const line of await renderUrlQrCode(openUrl, isColored)) out.styledLine(line);
  }
  await out.flush();
}

interface EndedRun {
  readonly report: FindingReport;
  readonly events: Pick<CollectedEvents, 'totals'>;
  readonly out: Output;
  readonly isColored: boolean;
  readonly format: NonNullable<ServeOptions['format']>;
  readonly recording: Recording | null;
  /** Whether no event came. */
  readonly isEmpty: boolean;
}

/** Prints the summary and writes the reports. Returns the exit code. */
async function endRun(
  { report, events, out, isColored, format, recording, isEmpty }: EndedRun,
  failOn: Severity,
  { reports, run, allowsEmpty, record }: ServeOptions,
  deps: CliDeps,
): Promise<number> {
  const lines = endLines(report, events.totals(), isColored);
  if (format === 'pretty') for (const line of lines) out.styledLine(line);
  else await printFailure(deps, lines.join('\n'), 0);
  const isMissing = run !== null && !allowsEmpty && isEmpty;
  if (isMissing)
    await printFailure(deps, 'No events received. Send telemetry to TELEMETRY_V3_URL, or use --allow-empty.');
  const ended = await endOutput(out, deps, isMissing || isFailing(report, failOn) ? 1 : 0);
  const written = await writeReports(report, reports, deps);
  if (!written.ok) return printFailure(deps, written.failure);
  const failure = (await recording?.flush()) ?? null;
  return failure === null ? ended : printFailure(deps, `Couldn't write ${record}: ${failure}.`);
}

function isFailing({ totals }: FindingReport, failOn: Severity): boolean {
  return SEVERITIES.some((severity) => isAtLeast(severity, failOn) && totals.severities[severity] > 0);
}
