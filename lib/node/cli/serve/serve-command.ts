import { networkInterfaces } from 'node:os';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import { baselineKey } from '#core/report/baseline';
import type { FindingReport } from '#core/report/finding-report';
import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { fail, type Result, succeed } from '#core/util/result';
import { createToItem, reportEvents, type ToItem } from '../../collector/collected-item';
import { createCollectorListener } from '../../collector/collector-listener';
import { type CollectorJudge, createCollectorJudge } from '../../collector/judge-config';
import { findFreePort, type LocalServer, startServer } from '../../collector/local-server';
import type { CliDeps } from '../cli-deps';
import { takesColors } from '../color-choice';
import { decompress } from '../input/body-deps';
import { endOutput, Output, printFailure } from '../output';
import { loadChosenConfig, loadChosenRules } from '../validate/chosen-config';
import { findReportProblem, loadBaseline, writeReports } from '../validate/write-reports';
import { createEventPrinter, endLines, startText } from './event-printer';
import { DEFAULT_PORT, LOOPBACK, readServeOptions, type ServeOptions } from './serve-options';

/** Runs `telemetry-v3 serve` with the arguments after its name. Ends when it is interrupted. */
export async function runServe(args: readonly string[], deps: CliDeps): Promise<number> {
  const read = readServeOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const options = read.value;
  const prepared = await prepare(options, deps);
  if (!prepared.ok) return printFailure(deps, prepared.failure);
  const { judge, toItem, notes } = prepared.value;
  if (notes.length > 0) await printFailure(deps, notes.join('\n'));

  const events = createCollectedEvents(judge.judge);
  const interrupted = deps.catchInterrupts();
  const collector = await startAt(
    createCollectorListener(events, options.behavior, {
      ...{ decompress, now: deps.now, random: Math.random },
      after: (milliseconds, task) => void setTimeout(task, milliseconds),
    }),
    { name: 'port', host: options.host, port: options.port ?? DEFAULT_PORT },
  );
  if (!collector.ok) return printFailure(deps, collector.failure);

  const out = new Output(deps.stdout);
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'none');
  const isColored = format === 'pretty' && takesColors(deps);
  const urls = urlsOf(options.host, collector.value.port);
  await printStart(startText({ urls, ruleSets: judge.ruleSets }, format), format, out, deps);
  if (isOpenToOthers(options.host)) await printFailure(deps, openText(options.host));
  events.onChange(createEventPrinter(out, { format, isColored, toItem }));

  await untilAborted(interrupted);
  await collector.value.stop();
  const report = reportEvents(events.all(), toItem, judge, deps.now());
  return endRun({ report, events, out, isColored, format }, prepared.value.failOn, options, deps);
}

interface Prepared {
  readonly judge: CollectorJudge;
  readonly toItem: ToItem;
  readonly failOn: Severity;
  /** What cannot be used of schemas. */
  readonly notes: readonly string[];
}

/** Loads the configuration and the rules, and finds out what could not be written at the end. Fails with a sentence. */
async function prepare(options: ServeOptions, deps: CliDeps): Promise<Result<Prepared, string>> {
  const found = await loadChosenConfig(options.config, deps);
  if (!found.ok) return found;
  const { config } = found.value;
  const chosen = await loadChosenRules(options, config, deps);
  if (!chosen.ok) return chosen;
  const baseline = await loadBaseline(config.baseline, false, deps);
  if (!baseline.ok) return baseline;
  const problem = await findReportProblem(options.reports, [], deps);
  if (problem !== null) return fail(problem);
  const { rules, teamRules, schemas } = chosen.value;
  const pipeline = options.pipeline ?? config.pipeline;
  const judge = createCollectorJudge({ rules, teamRules, pipeline, policy: config.policy });
  const known = new Set((baseline.value ?? []).map(baselineKey));
  const toItem = createToItem(judge, { severity: options.severity, known });
  return succeed({ judge, toItem, failOn: options.failOn ?? config.failOn, notes: schemas.notes });
}

/** Where a server is to listen. */
interface Place {
  /** Of the option that names the port. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

async function startAt(
  listener: Parameters<typeof startServer>[0],
  { name, host, port }: Place,
): Promise<Result<LocalServer, string>> {
  const started = await startServer(listener, host, port);
  if (started.ok) return started;
  if (started.failure !== 'EADDRINUSE')
    return fail(`Can't listen at ${host}, port ${port}: ${listenProblem(started.failure)}.`);
  const free = await findFreePort(host, port + 1);
  const next = free === null ? '' : ` Use --${name} ${free}.`;
  return fail(`Port ${port} is in use by another program.${next}`);
}

function listenProblem(code: string): string {
  if (code === 'EACCES') return 'ports below 1024 are not for every user';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address';
  return code;
}

function isOpenToOthers(host: string): boolean {
  return !['127.0.0.1', '::1', 'localhost'].includes(host);
}

function openText(host: string): string {
  return `Every device that reaches ${host} can send telemetry here.`;
}

/** The URLs of the collector: for all addresses of the machine, one each. */
function urlsOf(host: string, port: number): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [toUrl(host, port)];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return [LOOPBACK, ...own].map((address) => toUrl(address, port));
}

function toUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function printStart(text: string, format: string, out: Output, deps: CliDeps): Promise<void> {
  if (format === 'none') {
    await printFailure(deps, text, 0);
    return;
  }
  out.line(text);
  await out.flush();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface EndedRun {
  readonly report: FindingReport;
  readonly events: Pick<CollectedEvents, 'totals'>;
  readonly out: Output;
  readonly isColored: boolean;
  readonly format: NonNullable<ServeOptions['format']>;
}

/** Prints the summary, and writes reports. */
async function endRun(
  { report, events, out, isColored, format }: EndedRun,
  failOn: Severity,
  { reports }: ServeOptions,
  deps: CliDeps,
): Promise<number> {
  const lines = endLines(report, events.totals(), isColored);
  if (format === 'pretty') for (const line of lines) out.styledLine(line);
  else await printFailure(deps, lines.join('\n'), 0);
  const ended = await endOutput(out, deps, isFailing(report, failOn) ? 1 : 0);
  const written = await writeReports(report, reports, deps);
  return written.ok ? ended : printFailure(deps, written.failure);
}

function isFailing({ totals }: FindingReport, failOn: Severity): boolean {
  return SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1).some((severity) => totals.severities[severity] > 0);
}
