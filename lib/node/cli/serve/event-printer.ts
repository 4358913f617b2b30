import type { CollectedChange, CollectedEvent, CollectedTotals } from '#core/collector/collected-change';
import { kindLabel } from '#core/journey/record';
import { isDropped } from '#core/pipeline/event-fate';
import { escapeForTerminalLine } from '#core/quoting/terminal-text';
import { groupFindings } from '#core/report/finding-groups';
import type { FindingReport } from '#core/report/finding-report';
import { sessionCountText } from '#core/report/report-texts';
import { fateSummaryText } from '#core/report/reported-fates';
import { messageWithRelated } from '#core/report/reported-finding';
import { pluralize } from '#core/telemetry/wording';
import type { ToItem } from '../../collector/collected-item';
import { refusalText } from '../../collector/refusal-text';
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
}

/** Creates a function that prints what a collector receives, as it comes. */
export function createEventPrinter(
  out: Output,
  { format, isColored, toItem }: PrinterOptions,
): (change: CollectedChange) => void {
  if (format === 'none') return () => {};
  const lines = new OutputBytes();
  const writeItem = createItemWriter('json', { isColored: false, showsFile: false });
  const paint = createPainter(isColored);
  const print = (change: CollectedChange): void => {
    if (format === 'json') {
      if (change.type === 'events' || change.type === 'observed' || change.type === 'refused')
        for (const event of change.added) writeItem(toItem(event).item, lines);
      out.safeText(Buffer.from(lines.take()).toString('utf8'));
    } else for (const line of prettyLines(change, toItem, paint)) out.styledLine(line);
  };
  return (change) => {
    print(change);
    void out.flush();
  };
}

function prettyLines(change: CollectedChange, toItem: ToItem, paint: Paint): readonly string[] {
  switch (change.type) {
    case 'events':
      return [
        ...change.added.map((event) => eventLine(event, toItem, paint)),
        ...change.changed
          // Otherwise its page has reported it before it was received.
          .filter(({ record }) => record.requests.length > 1)
          .map((event) => eventLine(event, toItem, paint, ' (received again)')),
      ];
    case 'observed':
      return change.added.map((event) => eventLine(event, toItem, paint));
    case 'ended':
      return change.changed.flatMap((event) => failureLine(event, toItem, paint));
    case 'refused':
      return [
        `${paint('refused'.padEnd(7), 'error')}  ${escapeForTerminalLine(`${change.url}  ${refusalText(change.refusal)}`)}`,
      ];
    case 'evicted':
      return [paint(`The oldest ${pluralize(change.count, 'event')} are not held any more.`, 'dim')];
    case 'cleared':
    case 'run-cleared':
      return [paint('Cleared.', 'dim')];
  }
}

/** `14:03:11  invalid  INTERACT     next (home)  edata.id is required. Expected a string. (and 1 more)` */
function eventLine(event: CollectedEvent, toItem: ToItem, paint: Paint, suffix = ''): string {
  const { record, source } = event;
  const { item } = toItem(event);
  const shown = item.findings.filter(({ known }) => !known);
  const worst =
    shown.find(({ severity }) => severity === 'error') ?? shown.find(({ severity }) => severity === 'warning');
  const more = shown.length > 1 ? ` (and ${shown.length - 1} more)` : '';
  const dropped = item.fate !== undefined && isDropped(item.fate) ? `  ${item.fate.message}` : '';
  const why = worst === undefined ? dropped : `  ${messageWithRelated(worst)}${more}${dropped}`;
  const run = source.run === '' ? '' : `  [${source.run}]`;
  const verdict = paint(item.verdict.padEnd(7), item.verdict);
  const name = paint(escapeForTerminalLine(kindLabel(record)).padEnd(11), 'bold');
  const text = escapeForTerminalLine(`${record.headline}${run}${suffix}${why}`);
  return `${paint(timeText(record.requests[0]?.at ?? record.at), 'dim')}  ${verdict}  ${name}  ${text}`;
}

/** What is worth a line once the upstream has responded: that it took no telemetry. */
function failureLine(event: CollectedEvent, toItem: ToItem, paint: Paint): readonly string[] {
  const { end } = event.record.requests.at(-1) ?? {};
  if (end?.status === 'responded') {
    return end.httpStatus < 400 ? [] : [eventLine(event, toItem, paint, ` (the upstream responded ${end.httpStatus})`)];
  }
  return [eventLine(event, toItem, paint, ' (no response from the upstream)')];
}

/** The local time of day. */
function timeText(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Groups that the end of a run lists; the report has all. */
const MAX_GROUPS = 20;

/** The errors of a run, grouped by rule and path, the most frequent first. */
function errorLines(report: FindingReport, isColored: boolean): readonly string[] {
  const paint = createPainter(isColored);
  const groups = groupFindings(report, 'error');
  const listed = groups.slice(0, MAX_GROUPS).map(({ count, kind, first, rule }) => {
    const name = kind === null ? '' : `${kind.toUpperCase()}  `;
    return `  ${paint(String(count).padStart(6), 'error')}  ${escapeForTerminalLine(`${name}${messageWithRelated(first)}`)}  ${paint(escapeForTerminalLine(rule), 'dim')}`;
  });
  if (listed.length === 0) return [];
  const more = groups.length > MAX_GROUPS ? [`  … and ${groups.length - MAX_GROUPS} more`] : [];
  return [paint('Errors', 'bold'), ...listed, ...more];
}

/** A report of more takes seconds, in which nothing else is printed. */
const LONG_REPORT_EVENTS = 10_000;

/** What is printed before a long report is made; `null` for a short one. */
export function reportingText({ events, evicted }: CollectedTotals): string | null {
  const count = events - evicted;
  return count > LONG_REPORT_EVENTS ? `Judging ${pluralize(count, 'event')} for the report…` : null;
}

/** What ends a run: the errors in groups, and the totals. Lines are safe for terminals. */
export function endLines(report: FindingReport, totals: CollectedTotals, isColored: boolean): readonly string[] {
  const fates = report.fates === undefined ? [] : [fateSummaryText(report.fates)];
  const { sessions } = report;
  const ofSessions = sessions === undefined || sessions.count === 0 ? [] : [`${sessionCountText(sessions)}.`];
  return [...errorLines(report, isColored), totalsText(report, totals, isColored), ...ofSessions, ...fates];
}

function totalsText(
  { totals }: FindingReport,
  { requests, evicted, refused }: CollectedTotals,
  isColored: boolean,
): string {
  const { valid, invalid, unknown } = totals.verdicts;
  const without = Object.values(refused).reduce((sum, count) => sum + count, 0);
  const rest = [
    ...(evicted > 0 ? [` The oldest ${pluralize(evicted, 'event')} were not held to the end.`] : []),
    ...(without > 0 ? [` Refused: ${pluralize(without, 'request')} without telemetry.`] : []),
  ];
  const counts = `${valid} valid, ${invalid} invalid, ${unknown} unknown`;
  const events = `${pluralize(totals.items, 'event')} of ${pluralize(requests, 'request')}`;
  return `${problemsText(totals.severities, isColored)} in ${events}: ${counts}.${rest.join('')}`;
}

interface Start {
  /** The URLs of the collector; the first is that for this machine. */
  readonly urls: readonly string[];
  /** The URL of the panel as a page, and of the REST interface below it. */
  readonly api: string;
  /** The addresses of the page for other devices. */
  readonly pages: readonly string[];
  readonly ruleSets: readonly string[];
  readonly upstream: UpstreamOptions | null;
}

/** What a run begins with: the addresses, as a JSON line or to read. */
export function startText({ urls, api, pages, ruleSets, upstream }: Start, format: PrinterOptions['format']): string {
  const { origin = null, isKeeping = false, isInjecting = false } = upstream ?? {};
  if (format === 'json') {
    return JSON.stringify({
      ...{ started: true, collector: urls[0], urls, page: `${api}/`, api, ruleSets },
      ...(pages.length === 0 ? {} : { pages }),
      ...(origin === null ? {} : { upstream: origin, keepsTelemetry: isKeeping, observesPages: isInjecting }),
    });
  }
  const passing = isKeeping ? 'all but telemetry passes to it' : 'all passes to it, telemetry too';
  return [
    `Collector: ${urls.join(', ')}`,
    ...(origin === null ? [] : [`Upstream: ${origin} (${passing}${isInjecting ? '; its pages are observed' : ''})`]),
    `Panel: ${[`${api}/`, ...pages].join(', ')}`,
    `REST: ${api}/api/events`,
    `Rule sets: ${ruleSets.join(', ')}`,
  ].join('\n');
}
