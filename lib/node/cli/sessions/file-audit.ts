import { type BaselineEntry, baselineEntry, baselineKey, shortenSubject } from '#core/report/baseline';
import { reportFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import type { RelatedItem, ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { reportSession, type SessionList } from '#core/report/reported-sessions';
import { isAtLeast, settleFindings } from '#core/report/settle-findings';
import { redactKnownSecrets } from '#core/rules/checks';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { isError, type Severity } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';

import type { SessionEvent } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { growSessionTrees, listSessions } from '#core/user-sessions/session-outline';
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
  /** Keys of the findings that are known; `null` without a baseline. */
  readonly baseline: ReadonlySet<string> | null;
  readonly updatesBaseline: boolean;
  /** Whether events come in the order of `ets`. */
  readonly isOrdered: boolean;
}

/**
 * Audits the user sessions of one file. All events are held, about 1 kB each, unless they are ordered:
 * see {@link OrderedAudit}.
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
  #found = 0;

  /** @param firstIndex the place of the file's first event among all. */
  constructor(file: string, firstIndex: number, settings: AuditSettings, sessions: SessionList) {
    this.#file = file;
    this.#firstIndex = firstIndex;
    this.#settings = settings;
    this.#sessions = sessions;
    this.ordered = settings.isOrdered ? new OrderedAudit(settings.sessions) : null;
  }

  /** Number of items that were read. */
  get count(): number {
    return this.#lines.count;
  }

  /** Number of items that were reported. */
  get found(): number {
    return this.#found;
  }

  /** Returns the row of the next event. */
  addLine(line: number): number {
    const row = this.#lines.count + 1;
    this.#lines.set(row, line);
    return row;
  }

  /** Adds an event whose row is known: rows ascend. */
  addAt(line: number, event: SessionEvent): void {
    this.#lines.set(event.row, line);
    this.add(event);
  }

  /** Adds an event, unless {@link ordered} is given it. */
  add(event: SessionEvent): void {
    if (this.ordered === null) this.#events.push(event);
  }

  addSession(summary: SessionSummary): void {
    if (this.ordered === null) this.#summaries.push(summary);
    else this.#sessions.add(reportSession(this.#file, this.#lines.lineOf(summary.firstRow), summary));
  }

  /** Returns first and last line of each run of lines with events of a session. */
  linesOf({ rows }: SessionSummary): readonly (readonly [number, number])[] {
    const lines: [number, number][] = [];
    for (const [first, last] of rows) {
      const [from, to] = [this.#lines.lineOf(first), this.#lines.lineOf(last)];
      const before = lines.at(-1);
      if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
      else lines.push([from, to]);
    }
    return lines;
  }

  /** Returns what was found since the last call and holds for good. */
  take(): readonly EventFinding[] {
    return this.ordered?.take() ?? [];
  }

  /** Returns all other findings, and lists the sessions. Call when the file was read. */
  end(): readonly EventFinding[] {
    for (const summary of listSessions(growSessionTrees(this.#summaries))) {
      this.#sessions.add(reportSession(this.#file, this.#lines.lineOf(summary.firstRow), summary));
    }
    return this.ordered?.end() ?? auditEvents(this.#events, this.#settings.sessions);
  }

  /**
   * Returns events with findings, in the order of their rows.
   *
   * @param known gets the keys of the entries of the baseline that are found.
   * @param newBaseline gets the entries of a new baseline.
   */
  report(
    found: readonly EventFinding[],
    known: Set<string>,
    newBaseline: Map<string, BaselineEntry>,
  ): readonly ReportedItem[] {
    const { policy, severity: lowest } = this.#settings;
    const byRow = new Map<number, { readonly event: SessionEvent; readonly findings: ReportedFinding[] }>();
    for (const { event, ...finding } of settleFindings(
      found.map(({ finding, event }) => ({ ...finding, event })),
      policy,
    )) {
      if (!isAtLeast(finding.severity, lowest)) continue;
      const reported = this.#compare(this.#report(finding as SessionFinding), event, known, newBaseline);
      const item = byRow.get(event.row);
      if (item === undefined) byRow.set(event.row, { event, findings: [reported] });
      else item.findings.push(reported);
    }
    this.#found += byRow.size;
    return [...byRow.values()]
      .sort((one, other) => one.event.row - other.event.row)
      .map(({ event: { row, eid }, findings }) => this.#reportItem(row, eid, findings));
  }

  #report(finding: SessionFinding): ReportedFinding {
    const [, ...others] = finding.rows;
    const reported = reportFinding(finding, reportedPage(rulePage(finding)));
    const related = others.map((row) => this.#placeOf(row));
    return redactKnownSecrets(related.length === 0 ? reported : { ...reported, related });
  }

  #compare(
    finding: ReportedFinding,
    { eid, type, pageId }: SessionEvent,
    known: Set<string>,
    newBaseline: Map<string, BaselineEntry>,
  ): ReportedFinding {
    const { baseline, updatesBaseline } = this.#settings;
    if (baseline === null && !updatesBaseline) return finding;
    const subject = shortenSubject({ kind: kindOfEid(eid), type, id: null, pageid: pageId });
    const entry = redactKnownSecrets(baselineEntry(finding, subject));
    const key = baselineKey(entry);
    if (updatesBaseline && finding.severity !== 'info') newBaseline.set(key, entry);
    if (!baseline?.has(key)) return finding;
    known.add(key);
    return { ...finding, known: true };
  }

  #reportItem(row: number, eid: string, findings: readonly ReportedFinding[]): ReportedItem {
    const kind = kindOfEid(eid);
    const verdict = kind === null ? 'unknown' : findings.some(isError) ? 'invalid' : 'valid';
    return { ...this.#placeOf(row), kind, verdict, eid: redactKnownSecrets(eid), mid: null, findings };
  }

  #placeOf(row: number): RelatedItem {
    return { index: this.#firstIndex + row - 1, file: this.#file, line: this.#lines.lineOf(row) };
  }
}

function auditEvents(events: readonly SessionEvent[], settings: SessionSettings): readonly EventFinding[] {
  const rule = createUserSessionRule((event: SessionEvent) => event, settings);
  const found = new Map([...rule.add(events).found, ...rule.end().found].map((each) => [each.key, each]));
  const byRow = new Map(events.map((event) => [event.row, event]));
  return [...found.values()].flatMap((finding) => {
    const event = byRow.get(finding.rows[0]);
    return event === undefined ? [] : [{ finding: finding as SessionFinding, event }];
  });
}

/** The lines of ascending rows, both from 1: 16 bytes for each that is not in the line after that of the row before. */
class RowLines {
  readonly #rows: number[] = [];
  readonly #lines: number[] = [];
  #count = 0;

  /** The last row. */
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

  lineOf(row: number): number {
    const at = findLastIndexAtMost(this.#rows, row, (first) => first);
    return (this.#lines[at] ?? 0) + row - (this.#rows[at] ?? row);
  }
}
