import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CollectedEvents, createCollectedEvents } from '#core/collector/collected-events';
import type { FindingReport } from '#core/report/finding-report';
import { isAtLeast } from '#core/report/settle-findings';
import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import { createRecording, type Recording, resumeRecording } from '../../collector/batch-recording';
import { reportEvents } from '../../collector/collected-item';
import { setTimer } from '../../timers';
import type { CliDeps } from '../cli-deps';
import { endOutput, Output, printFailure } from '../output';
import { fileFailure } from '../read-failure';
import { takesColors } from '../takes-colors';
import { writeReports } from '../validate/write-reports';
import { createEventPrinter, endLines, formatStart, reportingText } from './event-printer';
import { readServeOptions, type ServeOptions } from './serve-options';
import { isOpenToOthers, type Servers, startServers } from './serve-servers';
import { prepareServe } from './serve-setup';
import { untilAborted } from './server-start';
import { renderUrlQrCode } from './url-qr-code';

/** Runs `telemetry-v3 serve` until the command of `--run` ends or the user interrupts it. */
export async function runServe(args: readonly string[], deps: CliDeps): Promise<number> {
  const read = readServeOptions(args);
  if (!read.ok) return printFailure(deps, read.failure);
  const options = read.value;
  const prepared = await prepareServe(options, deps);
  if (!prepared.ok) return printFailure(deps, prepared.failure);
  const { judge, notes, toItemBy, createFates } = prepared.value;
  if (notes.length > 0) await printFailure(deps, notes.join('\n'));

  const events = createCollectedEvents(judge.judge);
  const fates = createFates(events);
  const toItem = toItemBy((row) => fates?.get(row) ?? null);
  const onFailure = (failure: string): void => void printFailure(deps, `Couldn't write ${options.record}: ${failure}.`);
  const recording = options.record === null ? null : createRecording(options.record, { ...deps, setTimer, onFailure });
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
  const isForwarding = options.upstream?.telemetry === 'forwarded';
  events.onChange(createEventPrinter(out, { format, isColored, toItem, hasFates: fates !== null, isForwarding }));
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

function openText(host: string): string {
  return `Any device that can reach ${host} can send telemetry here.`;
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
