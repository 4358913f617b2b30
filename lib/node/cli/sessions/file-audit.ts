import { type BaselineEntry, baselineEntry, baselineKey, shortenSubject } from '#core/report/baseline';
import { toReportedFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import type { RelatedItem, ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { type SessionList, toReportedSession } from '#core/report/reported-sessions';
import { isAtLeast, settleFindings } from '#core/report/settle-findings';
import { redactSecrets } from '#core/rules/checks';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { isError, type Severity } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';
import type { SessionEvent } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { buildSessionTrees, listSessions } from '#core/user-sessions/session-outline';
import type { SessionSettings } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { reportedPage, rulePage } from '../../rule-page';
import { type EventFinding, OrderedAudit } from './ordered-audit';

export interface AuditSettings {
  readonly sessions: SessionSettings;
  readonly policy: FindingPolicy;
  /** Lowest severity that counts. */
  readonly severity: Severity;
  /** Keys of the known findings, or `null` without a baseline. */
  readonly baseline: ReadonlySet<string> | null;
  readonly updatesBaseline: boolean;
  /** Whether events are in the order of `ets`. */
  readonly isOrdered: boolean;
}

/**
 * Audits the user sessions of one file. Stores all events in memory, about 1 kB each.
 * For events in the order of `ets`, {@link OrderedAudit} needs less memory.
 */
export class FileAudit {
  /** `null` unless events are ordered. */
  readonly ordered: OrderedAudit | null;
  readonly #file: string;
  readonly #firstIndex: number;
  readonly #settings: AuditSettings;
  readonly #lines = new RowLines();
  readonly #events: SessionEvent[] = [];
  readonly #sessions: SessionList;
  readonly #summaries: SessionSummary[] = [];
  #reportedCount = 0;
  #skippedCount = 0;

  /** @param firstIndex the index of the file's first event among all events. */
  constructor(file: string, firstIndex: number, settings: AuditSettings, sessions: SessionList) {
    this.#file = file;
    this.#firstIndex = firstIndex;
    this.#settings = settings;
    this.#sessions = sessions;
    this.ordered = settings.isOrdered ? new OrderedAudit(settings.sessions) : null;
  }

  /** Number of items that were read, including those that are not events. */
  get itemCount(): number {
    return this.#lines.count;
  }

  get eventCount(): number {
    return this.#lines.count - this.#skippedCount;
  }

  /** Number of events with reported findings. */
  get reportedCount(): number {
    return this.#reportedCount;
  }

  /** Stores the line of the next event. Returns the event's row. */
  addLine(line: number): number {
    const row = this.#lines.count + 1;
    this.#lines.set(row, line);
    return row;
  }

  /** Stores the line of an item that is not an event, because `validate` also counts it in indexes. */
  skipItem(line: number): void {
    this.addLine(line);
    this.#skippedCount += 1;
  }

  /** Adds an event with its row. Call in ascending order of rows. */
  addAt(line: number, event: SessionEvent): void {
    this.#lines.set(event.row, line);
    this.add(event);
  }

  /** Adds an event. Does nothing if {@link ordered} is set, which gets the events directly. */
  add(event: SessionEvent): void {
    if (this.ordered === null) this.#events.push(event);
  }

  addSession(summary: SessionSummary): void {
    if (this.ordered === null) this.#summaries.push(summary);
    else this.#sessions.add(toReportedSession(this.#file, this.#lines.lineOf(summary.firstRow), summary));
  }

  /** Returns the first and the last line of each block of adjacent lines with events of a session. */
  linesOf({ rows }: SessionSummary): readonly (readonly [number, number])[] {
    const lines: [number, number][] = [];
    for (const [from, to] of rows.flatMap(([first, last]) => this.#lines.blocksOf(first, last))) {
      const previous = lines.at(-1);
      if (previous !== undefined && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to);
      else lines.push([from, to]);
    }
    return lines;
  }

  /** Returns the new findings that no later event can withdraw. */
  take(): readonly EventFinding[] {
    return this.ordered?.take() ?? [];
  }

  /** Returns all other findings, and lists the sessions. Call after the file was read. */
  end(): readonly EventFinding[] {
    for (const summary of listSessions(buildSessionTrees(this.#summaries))) {
      this.#sessions.add(toReportedSession(this.#file, this.#lines.lineOf(summary.firstRow), summary));
    }
    return this.ordered?.end() ?? auditEvents(this.#events, this.#settings.sessions);
  }

  /**
   * Returns events with findings, in the order of their rows.
   *
   * @param foundKeys receives the keys of the baseline entries that were found.
   * @param newBaseline receives the entries of a new baseline.
   */
  report(
    eventFindings: readonly EventFinding[],
    foundKeys: Set<string>,
    newBaseline: Map<string, BaselineEntry>,
  ): readonly ReportedItem[] {
    const { policy, severity: lowestSeverity } = this.#settings;
    const byRow = new Map<number, { readonly event: SessionEvent; readonly findings: ReportedFinding[] }>();
    for (const { event, ...finding } of settleFindings(
      eventFindings.map(({ finding, event }) => ({ ...finding, event })),
      policy,
    )) {
      if (!isAtLeast(finding.severity, lowestSeverity)) continue;
      const reportedFinding = this.#compare(this.#report(finding as SessionFinding), event, foundKeys, newBaseline);
      const item = byRow.get(event.row);
      if (item === undefined) byRow.set(event.row, { event, findings: [reportedFinding] });
      else item.findings.push(reportedFinding);
    }
    this.#reportedCount += byRow.size;
    return [...byRow.values()]
      .sort((one, other) => one.event.row - other.event.row)
      .map(({ event: { row, eid }, findings }) => this.#reportItem(row, eid, findings));
  }

  #report(finding: SessionFinding): ReportedFinding {
    const [, ...others] = finding.rows;
    const reportedFinding = toReportedFinding(finding, reportedPage(rulePage(finding)));
    const related = others.map((row) => this.#locationOf(row));
    return redactSecrets(related.length === 0 ? reportedFinding : { ...reportedFinding, related });
  }

  #compare(
    finding: ReportedFinding,
    { eid, type, pageId }: SessionEvent,
    foundKeys: Set<string>,
    newBaseline: Map<string, BaselineEntry>,
  ): ReportedFinding {
    const { baseline, updatesBaseline } = this.#settings;
    if (baseline === null && !updatesBaseline) return finding;
    const subject = shortenSubject({ kind: kindOfEid(eid), type, id: null, pageid: pageId });
    const entry = redactSecrets(baselineEntry(finding, subject));
    const key = baselineKey(entry);
    if (updatesBaseline && finding.severity !== 'info') newBaseline.set(key, entry);
    if (!baseline?.has(key)) return finding;
    foundKeys.add(key);
    return { ...finding, known: true };
  }

  #reportItem(row: number, eid: string, findings: readonly ReportedFinding[]): ReportedItem {
    const kind = kindOfEid(eid);
    const eventVerdict = findings.some(isError) ? 'invalid' : 'valid';
    const verdict = kind === null ? 'unknown' : eventVerdict;
    return { ...this.#locationOf(row), kind, verdict, eid: redactSecrets(eid), mid: null, findings };
  }

  #locationOf(row: number): RelatedItem {
    return { index: this.#firstIndex + row - 1, file: this.#file, line: this.#lines.lineOf(row) };
  }
}

function auditEvents(events: readonly SessionEvent[], settings: SessionSettings): readonly EventFinding[] {
  const rule = createUserSessionRule((event: SessionEvent) => event, settings);
  const findings = new Map([...rule.add(events).found, ...rule.end().found].map((finding) => [finding.key, finding]));
  const byRow = new Map(events.map((event) => [event.row, event]));
  return [...findings.values()].flatMap((finding) => {
    const event = byRow.get(finding.rows[0]);
    return event === undefined ? [] : [{ finding: finding as SessionFinding, event }];
  });
}

/**
 * Maps ascending rows to lines, both from 1.
 * Takes 16 bytes for each row that is not on the line after the previous row.
 */
class RowLines {
  readonly #rows: number[] = [];
  readonly #lines: number[] = [];
  #count = 0;

  /** Number of the last row. */
  get count(): number {
    return this.#count;
  }

  set(row: number, line: number): void {
    if (this.#rows.length === 0 || this.lineOf(row) !== line) {
      this.#rows.push(row);
      this.#lines.push(line);
    }
    this.#count = row;
  }

  /** Returns the first and the last line of each block of adjacent lines of a range of rows. */
  blocksOf(first: number, last: number): readonly (readonly [number, number])[] {
    const blocks: [number, number][] = [];
    let index = findLastIndexAtMost(this.#rows, first, (row) => row);
    for (let from = first; from <= last; index += 1) {
      const nextBlockRow = this.#rows[index + 1] ?? Number.POSITIVE_INFINITY;
      const to = Math.min(last, nextBlockRow - 1);
      blocks.push([this.lineOf(from), this.lineOf(to)]);
      from = nextBlockRow;
    }
    return blocks;
  }

  lineOf(row: number): number {
    const index = findLastIndexAtMost(this.#rows, row, (first) => first);
    return (this.#lines[index] ?? 0) + row - (this.#rows[index] ?? row);
  }
}
