import { type BaselineEntry, baselineEntry, baselineKey, shortenSubject } from '#core/report/baseline';
import { reportFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import { ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { RelatedItem, ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { reportSession, SessionList } from '#core/report/reported-sessions';
import { isAtLeast, settleFindings } from '#core/report/settle-findings';
import { redactKnownSecrets } from '#core/rules/checks';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { isError, SESSION_RULE_SET, SEVERITIES, type Severity } from '#core/telemetry/findings';
import { kindOfEid } from '#core/telemetry/kinds';
import { pluralize } from '#core/telemetry/wording';

import type { SessionEvent } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { growSessionTrees, listSessions } from '#core/user-sessions/session-outline';
import type { SessionSettings } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { findLastIndexAtMost } from '#core/util/binary-search';
import type { Result } from '#core/util/result';
import { reportedPage, rulePage } from '../../rule-page';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps } from '../cli-deps';
import { problemsText } from '../validate/summary-text';
import { createWorkspacePaths, writeReports } from '../validate/write-reports';
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

/** The audit of all files of a run, each by itself. */
export class SessionAuditRun {
  /** Keys of the entries of the baseline that were found. */
  readonly known = new Set<string>();
  readonly newBaseline = new Map<string, BaselineEntry>();
  readonly #settings: AuditSettings;
  readonly #failOn: Severity;
  readonly #deps: CliDeps;
  readonly #report: ReportBuilder;
  readonly #collector = new ReportCollector();
  readonly #sessions = new SessionList();
  readonly #severities = { error: 0, warning: 0, info: 0 };
  #items = 0;
  #files = 0;

  constructor(settings: AuditSettings, failOn: Severity, deps: CliDeps) {
    this.#settings = settings;
    this.#failOn = failOn;
    this.#deps = deps;
    const tool = { name: 'telemetry-v3', version: deps.version, homepage: HOMEPAGE };
    const head = { tool, createdAt: deps.now(), ruleSets: [SESSION_RULE_SET] };
    this.#report = new ReportBuilder(head, createWorkspacePaths(deps.env));
  }

  /** Whether something was found that fails the run. */
  get isFailed(): boolean {
    return SEVERITIES.some((severity) => isAtLeast(severity, this.#failOn) && this.#severities[severity] > 0);
  }

  begin(file: string): FileAudit {
    return new FileAudit(file, this.#items, this.#settings, this.#sessions);
  }

  /** Returns events with findings that hold for good, each once; none before the end unless events are ordered. */
  take(audit: FileAudit): readonly ReportedItem[] {
    return this.#add(audit, audit.take());
  }

  /** Returns the other events of a file with findings. Call when the file was read. */
  end(audit: FileAudit): readonly ReportedItem[] {
    const items = this.#add(audit, audit.end());
    for (let clean = audit.count - audit.found; clean > 0; clean -= 1) this.#collector.addValid();
    this.#report.add(this.#collector.take());
    this.#items += audit.count;
    this.#files += 1;
    return items;
  }

  /** Counts what was found in a line. */
  summarize(isColored: boolean): string {
    const items = pluralize(this.#items, 'item');
    return `${problemsText(this.#severities, isColored)} in ${items} of ${pluralize(this.#files, 'file')}.`;
  }

  /** Writes report files, and those of GitHub Actions. Fails with a sentence. */
  writeReports(files: readonly string[]): Promise<Result<null, string>> {
    return writeReports(this.#report.build(undefined, this.#sessions), files, this.#deps);
  }

  #add(audit: FileAudit, found: readonly EventFinding[]): readonly ReportedItem[] {
    const items = audit.report(found, (finding, event) => this.#compareWithBaseline(finding, event));
    for (const item of items) {
      this.#collector.add(item, () => null);
      for (const { severity, known } of item.findings) {
        if (known) continue;
        this.#severities[severity] += 1;
        this.#sessions.countFinding(severity);
      }
    }
    // What is not listed is not held.
    this.#report.add(this.#collector.take());
    return items;
  }

  #compareWithBaseline(finding: ReportedFinding, { eid, type, pageId }: SessionEvent): ReportedFinding {
    const { baseline, updatesBaseline } = this.#settings;
    if (baseline === null && !updatesBaseline) return finding;
    const subject = shortenSubject({ kind: kindOfEid(eid), type, id: null, pageid: pageId });
    const entry = redactKnownSecrets(baselineEntry(finding, subject));
    const key = baselineKey(entry);
    if (updatesBaseline && finding.severity !== 'info') this.newBaseline.set(key, entry);
    if (!baseline?.has(key)) return finding;
    this.known.add(key);
    return { ...finding, known: true };
  }
}

/**
 * Audits the user sessions of one file. All events are held, about 400 bytes each, unless they are ordered:
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
    return this.#lines.add(line);
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
   * @param compare compares a finding with the baseline.
   */
  report(
    found: readonly EventFinding[],
    compare: (finding: ReportedFinding, event: SessionEvent) => ReportedFinding,
  ): readonly ReportedItem[] {
    const { policy, severity: lowest } = this.#settings;
    const byRow = new Map<number, { readonly event: SessionEvent; readonly findings: ReportedFinding[] }>();
    for (const { event, ...finding } of settleFindings(
      found.map(({ finding, event }) => ({ ...finding, event })),
      policy,
    )) {
      if (!isAtLeast(finding.severity, lowest)) continue;
      const reported = compare(this.#report(finding as SessionFinding), event);
      const known = byRow.get(event.row);
      if (known === undefined) byRow.set(event.row, { event, findings: [reported] });
      else known.findings.push(reported);
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

/** The lines of rows, both from 1: 16 bytes for each row that is not in the line after that of the row before. */
class RowLines {
  readonly #rows: number[] = [];
  readonly #lines: number[] = [];
  #count = 0;
  #lastLine = Number.NaN;

  get count(): number {
    return this.#count;
  }

  /** Returns the row of the next item. */
  add(line: number): number {
    this.#count += 1;
    if (line !== this.#lastLine + 1) {
      this.#rows.push(this.#count);
      this.#lines.push(line);
    }
    this.#lastLine = line;
    return this.#count;
  }

  lineOf(row: number): number {
    const at = findLastIndexAtMost(this.#rows, row, (first) => first);
    return (this.#lines[at] ?? 0) + row - (this.#rows[at] ?? row);
  }
}
