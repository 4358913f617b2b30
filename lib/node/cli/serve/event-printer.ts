import type { CollectedChange, CollectedEvent, CollectedTotals } from '#core/collector/collected-change';
import { kindLabel, type RequestEnd } from '#core/journey/record';
import { isDropped } from '#core/pipeline/event-fate';
import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { groupFindings } from '#core/report/finding-groups';
import type { FindingReport } from '#core/report/finding-report';
import { sessionCountText } from '#core/report/report-texts';
import { fateSummaryText } from '#core/report/reported-fates';
import { messageWithRelated } from '#core/report/reported-finding';
import { redactSecrets } from '#core/rules/checks';
import { pluralize } from '#core/telemetry/wording';
import type { ToItem } from '../../collector/collected-item';
import { rejectionText } from '../../collector/rejection-text';
import { OutputBytes } from '../../output-bytes';
import type { Output } from '../output';
import { createItemWriter } from '../validate/item-formatter';
import { createPainter, type Paint } from '../validate/painter';
import { problemsText } from '../validate/summary-text';
import type { ServeOptions, UpstreamOptions } from './serve-options';

interface PrinterOptions {
  readonly format: NonNullable<ServeOptions['format']>;
  readonly isColored: boolean;
  readonly toItem: ToItem;
  /** Whether events have fates. The fate of an event of an open request follows from the response. */
  readonly hasFates: boolean;
  /** Whether the upstream responds to telemetry. */
  readonly isForwarding: boolean;
}

type LineOptions = Pick<PrinterOptions, 'toItem' | 'hasFates' | 'isForwarding'> & { readonly paint: Paint };

/** Creates a function that prints the events of a collector as they arrive. */
export function createEventPrinter(
  out: Output,
  { format, isColored, toItem, hasFates, isForwarding }: PrinterOptions,
): (change: CollectedChange) => void {
  if (format === 'none') return () => {};
  const lines = new OutputBytes();
  const writeItem = createItemWriter('json', { isColored: false, showsFile: false });
  const lineOptions = { toItem, paint: createPainter(isColored), hasFates, isForwarding };
  /** Events of open requests, by row. They are printed when their fate is known. */
  const pendingEvents = new Map<number, CollectedEvent>();
  const takePrintable = (change: CollectedChange): readonly CollectedEvent[] => {
    if (change.type === 'ended') return change.changed.filter(({ record }) => pendingEvents.delete(record.row));
    // The fate of a removed event stays unknown.
    if (!('added' in change)) return takeRemoved(pendingEvents, change);
    if (!hasFates || change.type !== 'events' || change.batch.end.status !== 'open') return change.added;
    for (const event of change.added) pendingEvents.set(event.record.row, event);
    return [];
  };
  const print = (change: CollectedChange): void => {
    if (format === 'json') {
      for (const event of takePrintable(change)) writeItem(toItem(event).item, lines);
      out.safeText(Buffer.from(lines.take()).toString('utf8'));
    } else for (const line of prettyLines(change, lineOptions)) out.styledLine(line);
  };
  return (change) => {
    print(change);
    void out.flush();
  };
}

type Removal = Extract<CollectedChange, { readonly throughRow: number }>;

/** Deletes the events that a change has removed. Returns these events. */
function takeRemoved(events: Map<number, CollectedEvent>, removal: Removal): readonly CollectedEvent[] {
  const removed = [...events.values()].filter(
    ({ record, source }) =>
      record.row <= removal.throughRow && (removal.type !== 'run-cleared' || source.run === removal.run),
  );
  for (const { record } of removed) events.delete(record.row);
  return removed;
}

function prettyLines(change: CollectedChange, options: LineOptions): readonly string[] {
  const { paint, isForwarding } = options;
  switch (change.type) {
    case 'events': {
      // If pages are observed, a request is added when it has ended.
      const endedEvents =
        isForwarding && change.batch.end.status !== 'open' ? [...change.added, ...change.changed] : [];
      return [
        ...change.added.map((event) => eventLine(event, options)),
        ...change.changed
          // With one request, the change is the first arrival of an event that its page reported before.
          .filter(({ record }) => record.requests.length > 1)
          .map((event) => eventLine(event, options, ' (received again)')),
        ...endedEvents.flatMap((event) => failureLines(event, change.batch.end, options)),
      ];
    }
    case 'observed':
      return change.added.map((event) => eventLine(event, options));
    case 'ended':
      return change.changed.flatMap((event) => failureLines(event, change.batch.end, options));
    case 'rejected':
      return [
        `${paint('rejected', 'error')}  ${escapeForTerminalLine(`${redactSecrets(change.url)}  ${rejectionText(change.rejection)}`)}`,
      ];
    case 'evicted':
      return [paint(`Evicted ${pluralize(change.count, 'event')}, the oldest first.`, 'dim')];
    case 'cleared':
    case 'run-cleared':
      return [paint('Cleared.', 'dim')];
  }
}

/**
 * Formats an event as a line for a terminal.
 * Example: `14:03:11  invalid  INTERACT     next (home)  edata.id is required. Expected a string. (and 1 more)`
 */
function eventLine(event: CollectedEvent, { toItem, paint }: LineOptions, suffix = ''): string {
  const { record, source } = event;
  const { item } = toItem(event);
  const findings = item.findings.filter(({ known }) => !known);
  const worst =
    findings.find(({ severity }) => severity === 'error') ?? findings.find(({ severity }) => severity === 'warning');
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const fateText = item.fate !== undefined && isDropped(item.fate) ? `  ${item.fate.message}` : '';
  const reasonText = worst === undefined ? fateText : `  ${messageWithRelated(worst)}${more}${fateText}`;
  const run = source.run === '' ? '' : `  [${source.run}]`;
  const verdict = paint(item.verdict.padEnd(7), item.verdict);
  const name = paint(escapeForTerminalLine(kindLabel(record)).padEnd(11), 'bold');
  const text = escapeForTerminalLine(`${record.headline}${run}${suffix}${reasonText}`);
  return `${paint(formatLocalTime(record.requests[0]?.at ?? record.at), 'dim')}  ${verdict}  ${name}  ${text}`;
}

/** Returns a line if the upstream did not accept an event or the pipeline drops the event, else no line. */
function failureLines(event: CollectedEvent, end: RequestEnd, options: LineOptions): readonly string[] {
  if (end.status === 'responded') {
    const fate = options.hasFates ? options.toItem(event).item.fate : undefined;
    const isFailed = end.httpStatus >= 400 || (fate !== undefined && isDropped(fate));
    return isFailed ? [eventLine(event, options, ` (the upstream responded ${end.httpStatus})`)] : [];
  }
  return [eventLine(event, options, ' (no response from the upstream)')];
}

function formatLocalTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Maximum number of groups of errors at the end of a run. The report lists all groups. */
const MAX_GROUPS = 20;

/** Formats the errors of a run, grouped by rule and path, the most frequent first. */
function errorLines(report: FindingReport, isColored: boolean): readonly string[] {
  const paint = createPainter(isColored);
  const groups = groupFindings(report, 'error');
  const lines = groups.slice(0, MAX_GROUPS).map(({ count, kind, first, rule }) => {
    const name = kind === null ? '' : `${kind.toUpperCase()}  `;
    return `  ${paint(String(count).padStart(6), 'error')}  ${escapeForTerminalLine(`${name}${messageWithRelated(first)}`)}  ${paint(escapeForTerminalLine(rule), 'dim')}`;
  });
  if (lines.length === 0) return [];
  const more = groups.length > MAX_GROUPS ? [`  … and ${groups.length - MAX_GROUPS} more`] : [];
  return [paint('Errors', 'bold'), ...lines, ...more];
}

/** Number of events above which building the report takes seconds. */
const LONG_REPORT_EVENTS = 10_000;

/** Returns the text to print before a long report is built, or `null` for a short report. */
export function reportingText({ events, evicted }: CollectedTotals): string | null {
  const count = events - evicted;
  return count > LONG_REPORT_EVENTS ? `Validating ${pluralize(count, 'event')} for the report…` : null;
}

/** Formats the summary of a run: grouped errors and totals. The lines are safe for terminals. */
export function endLines(report: FindingReport, totals: CollectedTotals, isColored: boolean): readonly string[] {
  const fates = report.fates === undefined ? [] : [fateSummaryText(report.fates)];
  const { sessions } = report;
  const sessionLines = sessions === undefined || sessions.count === 0 ? [] : [`${sessionCountText(sessions)}.`];
  return [...errorLines(report, isColored), totalsText(report, totals, isColored), ...sessionLines, ...fates];
}

function totalsText(
  { totals }: FindingReport,
  { requests, evicted, rejected }: CollectedTotals,
  isColored: boolean,
): string {
  const { valid, invalid, unknown } = totals.verdicts;
  const extraTexts = [
    ...(evicted > 0 ? [` Evicted and not counted: ${pluralize(evicted, 'event')}.`] : []),
    ...rejectedTexts(rejected),
  ];
  const counts = `${valid} valid, ${invalid} invalid, ${unknown} unknown`;
  const events = `${pluralize(totals.items, 'event')} of ${pluralize(requests, 'request')}`;
  return `${problemsText(totals.severities, isColored)} in ${events}: ${counts}.${extraTexts.join('')}`;
}

/** Reasons of rejections without telemetry. The bodies of all other rejected requests can't be read. */
const REASONS_WITHOUT_TELEMETRY = ['no-telemetry', 'empty', 'wrong-method'] as const;

function rejectedTexts(rejected: CollectedTotals['rejected']): readonly string[] {
  const all = sum(Object.values(rejected));
  const withoutTelemetry = sum(REASONS_WITHOUT_TELEMETRY.map((reason) => rejected[reason] ?? 0));
  const unreadableCount = all - withoutTelemetry;
  const parts = [
    ...(withoutTelemetry > 0 ? [`${pluralize(withoutTelemetry, 'request')} without telemetry`] : []),
    ...(unreadableCount > 0 ? [`${pluralize(unreadableCount, 'request')} that can't be read`] : []),
  ];
  return parts.length === 0 ? [] : [` Rejected: ${parts.join(', ')}.`];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

interface StartInfo {
  /** The URLs of the collector. The first one is for this machine. */
  readonly urls: readonly string[];
  /** The URL of the panel page and of the REST interface, without a slash at the end. */
  readonly api: string;
  /** The URLs of the panel page for other devices. */
  readonly pages: readonly string[];
  readonly ruleSets: readonly string[];
  readonly upstream: UpstreamOptions | null;
}

/** Formats the URLs that a run prints first, as a JSON line or as text. */
export function formatStart(
  { urls, api, pages, ruleSets, upstream }: StartInfo,
  format: PrinterOptions['format'],
): string {
  const { origin = null, telemetry = 'forwarded', isInjecting = false } = upstream ?? {};
  if (format === 'json') {
    return JSON.stringify({
      started: true,
      collector: urls[0],
      urls,
      page: `${api}/`,
      api,
      ruleSets,
      ...(pages.length === 0 ? {} : { pages }),
      ...(origin === null
        ? {}
        : { upstream: origin, keepsTelemetry: telemetry === 'local', observesPages: isInjecting }),
    });
  }
  const forwarding = telemetry === 'local' ? "telemetry isn't forwarded" : 'all requests are forwarded';
  return [
    `Collector: ${urls.join(', ')}`,
    ...(origin === null ? [] : [`Upstream: ${origin} (${forwarding}${isInjecting ? '; its pages are observed' : ''})`]),
    `Panel: ${[`${api}/`, ...pages].join(', ')}`,
    `REST: ${api}/api/events`,
    `Rule sets: ${ruleSets.join(', ')}`,
  ].join('\n');
}
