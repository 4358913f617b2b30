import { setImmediate as yieldTask } from 'node:timers/promises';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import type { FindingReport } from '#core/report/finding-report';
import { hasSeverityAtLeast } from '#core/report/settle-findings';
import type { Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { createRecording, type Recording, resumeRecording } from '../../collector/batch-recording';
import { reportEvents } from '../../collector/collected-item';
import type { CollectorJudge } from '../../collector/judge-config';
import { setTimer } from '../../timers';
import type { CliDeps } from '../cli-deps';
import { endOutput, Output, printFailure, printMessage } from '../output';
import { fileFailure } from '../read-failure';
import { shouldColor } from '../should-color';
import { writeReports } from '../validate/write-reports';
import { createEventPrinter, endLines, formatStart, reportingText } from './event-printer';
import { readServeOptions, type ServeOptions } from './serve-options';
import { isOpenToOthers, type Servers, startServers } from './serve-servers';
import { prepareServe } from './serve-setup';
import { untilAborted } from './server-start';
import { renderUrlQrCode } from './url-qr-code';

/** Runs `telemetry-v3 serve` until the command of `--run` ends or the user interrupts it. */
export async function runServe(args: readonly string[], deps: CliDeps): Promise<number> {
  const parsed = readServeOptions(args);
  if (!parsed.ok) return printFailure(deps, parsed.failure);
  const options = parsed.value;
  const setup = await prepareServe(options, deps);
  if (!setup.ok) return printFailure(deps, setup.failure);
  const { judge, notes, createToItemWithFates, createFates } = setup.value;
  if (notes.length > 0) await printMessage(deps, notes.join('\n'));

  const events = createCollectedEvents(judge.judge);
  const fates = createFates(events);
  const toItem = createToItemWithFates((row) => fates?.get(row) ?? null);
  const onFailure = (failure: string): void => void printMessage(deps, `Couldn't write ${options.record}: ${failure}.`);
  const recording = options.record === null ? null : createRecording(options.record, { ...deps, setTimer, onFailure });
  if (options.record !== null && options.resumes && deps.exists(options.record)) {
    const resumed = await resume(options.record, events, deps);
    if (!resumed.ok) return printFailure(deps, resumed.failure);
    await printMessage(deps, resumed.value);
  }
  const servers = await startServers({ judge, toItem, events, recording }, options, deps);
  if (!servers.ok) return printFailure(deps, servers.failure);

  const out = new Output(deps.stdout);
  const format = options.format ?? (deps.isTerminal ? 'pretty' : 'none');
  const isColored = format === 'pretty' && shouldColor(deps);
  await printServers(servers.value, options, { judge, format, isColored }, out, deps);
  const isForwarding = options.upstream?.telemetry === 'forwarded';
  events.onChange(createEventPrinter(out, { format, isColored, toItem, hasFates: fates !== null, isForwarding }));
  // The totals don't show this: they include restored events, and exclude events that the command cleared.
  let isEmpty = true;
  events.onChange(({ type }) => {
    if (type === 'events' || type === 'observed') isEmpty = false;
  });

  const commandCode = await waitForEnd(options, servers.value, deps);
  await servers.value.stop();
  const reporting = deps.isTerminal ? reportingText(events.totals()) : null;
  if (reporting !== null) await printMessage(deps, reporting);
  const report = await reportEvents(
    [...events.all()],
    { toItem, judge, now: deps.now, clock: deps.clock, yieldTask },
    fates?.totals(),
  );
  const ownCode = await endRun(
    { report, events, out, isColored, format, recording, isEmpty },
    setup.value.failOn,
    options,
    deps,
  );
  return commandCode === 0 ? ownCode : commandCode;
}

/**
 * Waits for the command of `--run`, or for Ctrl+C.
 * Returns the command's exit code, or 0 without a command.
 */
async function waitForEnd({ run }: ServeOptions, { urls, api }: Servers, deps: CliDeps): Promise<number> {
  const interrupted = deps.catchInterrupts();
  if (run === null) {
    await untilAborted(interrupted);
    return 0;
  }
  const code = await deps.runShell(run, { TELEMETRY_V3_URL: urls[0], TELEMETRY_V3_API: api }, interrupted);
  // The last request of the command, such as a beacon, may still wait in a socket. The event loop reads the request
  // within its next two iterations.
  await yieldTask();
  await yieldTask();
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
    const skippedText = skipped === 0 ? '' : ` Skipped ${pluralize(skipped, 'unreadable line')}.`;
    return succeed(`Loaded ${pluralize(requests, 'request')} from ${file}.${skippedText}`);
  } catch (error) {
    return fail(`Couldn't read ${file}: ${fileFailure(error)}.`);
  }
}

interface StartOptions {
  readonly judge: Pick<CollectorJudge, 'ruleSets'>;
  readonly format: NonNullable<ServeOptions['format']>;
  readonly isColored: boolean;
}

/** Prints the URLs of the servers, and who else can reach them. */
async function printServers(
  servers: Servers,
  { upstream, host, uiHost }: ServeOptions,
  { judge, format, isColored }: StartOptions,
  out: Output,
  deps: CliDeps,
): Promise<void> {
  const { urls, api, pages } = servers;
  await printStart(formatStart({ urls, api, pages, ruleSets: judge.ruleSets, upstream }, format), format, out, deps);
  if (isOpenToOthers(host)) await printMessage(deps, `Any device that can reach ${host} can send telemetry here.`);
  if (pages.length > 0)
    await printMessage(deps, `Any device that can reach ${uiHost} and has the token can read and clear the events.`);
  if (format === 'pretty' && deps.isTerminal) await printUrlQrCodes(servers, isColored, out);
}

async function printStart(text: string, format: string, out: Output, deps: CliDeps): Promise<void> {
  if (format === 'none') {
    await printMessage(deps, text);
    return;
  }
  out.line(text);
  await out.flush();
}

/** Prints the URLs for other devices as QR codes. Uses the first network of the machine. */
async function printUrlQrCodes({ urls, pages }: Servers, isColored: boolean, out: Output): Promise<void> {
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
  /** Whether the run received no event. Restored events don't count. */
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
  else await printMessage(deps, lines.join('\n'));
  const hasNoEvents = run !== null && !allowsEmpty && isEmpty;
  if (hasNoEvents)
    await printMessage(deps, 'No events received. Send telemetry to TELEMETRY_V3_URL, or use --allow-empty.');
  const code = await endOutput(out, deps, hasNoEvents || hasSeverityAtLeast(report.totals.severities, failOn) ? 1 : 0);
  const writeResult = await writeReports(report, reports, deps);
  if (!writeResult.ok) return printFailure(deps, writeResult.failure);
  const failure = (await recording?.flush()) ?? null;
  return failure === null ? code : printFailure(deps, `Couldn't write ${record}: ${failure}.`);
}
