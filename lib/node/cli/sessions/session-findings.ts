import { reportFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import { ReportBuilder, ReportCollector, type ReportPart } from '#core/report/finding-report';
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
import type { Result } from '#core/util/result';
import { reportedPage, rulePage } from '../../rule-page';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps } from '../cli-deps';
import { problemsText } from '../validate/summary-text';
import { createWorkspacePaths, writeReports } from '../validate/write-reports';

export interface AuditSettings {
  readonly sessions: SessionSettings;
  readonly policy: FindingPolicy;
  /** Lowest severity that counts. */
  readonly severity: Severity;
}

/** The audit of all files of a run, each by itself. */
export class SessionAuditRun {
  readonly #settings: AuditSettings;
  readonly #failOn: Severity;
  readonly #deps: CliDeps;
  readonly #report: ReportBuilder;
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
    return new FileAudit(file, this.#items, this.#sessions);
  }

  /** Returns the events of a file with findings. Call when the file was read. */
  end(audit: FileAudit): readonly ReportedItem[] {
    const items = audit.find(this.#settings);
    for (const { severity } of items.flatMap(({ findings }) => findings)) {
      this.#severities[severity] += 1;
      this.#sessions.countFinding(severity);
    }
    this.#report.add(audit.report(items));
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
}

/** Audits the user sessions of one file. All events are held: about 400 bytes each. */
export class FileAudit {
  readonly #file: string;
  readonly #firstIndex: number;
  /** Lines by rows, from 1: several events can be in one line. */
  readonly #lines: number[] = [0];
  readonly #events: SessionEvent[] = [];

  readonly #sessions: SessionList;
  readonly #summaries: SessionSummary[] = [];

  /** @param firstIndex the place of the file's first event among all. */
  constructor(file: string, firstIndex: number, sessions: SessionList) {
    this.#file = file;
    this.#firstIndex = firstIndex;
    this.#sessions = sessions;
  }

  /** Number of items that were read. */
  get count(): number {
    return this.#lines.length - 1;
  }

  /** Returns the row of the next event. */
  addLine(line: number): number {
    return this.#lines.push(line) - 1;
  }

  #lineOf(row: number): number {
    return this.#lines[row] ?? 0;
  }

  add(event: SessionEvent): void {
    this.#events.push(event);
  }

  addSession(summary: SessionSummary): void {
    this.#summaries.push(summary);
  }

  /** Returns first and last line of each run of lines with events of a session. */
  linesOf({ rows }: SessionSummary): readonly (readonly [number, number])[] {
    const lines: [number, number][] = [];
    for (const [first, last] of rows) {
      const [from, to] = [this.#lineOf(first), this.#lineOf(last)];
      const before = lines.at(-1);
      if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
      else lines.push([from, to]);
    }
    return lines;
  }

  /** Returns the events with findings, in the order of their rows. Call when the file was read. */
  find({ sessions, policy, severity }: AuditSettings): readonly ReportedItem[] {
    const rule = createUserSessionRule((event: SessionEvent) => event, sessions);
    const found = new Map([...rule.add(this.#events).found, ...rule.end().found].map((each) => [each.key, each]));
    const byRow = new Map<number, ReportedFinding[]>();
    const settled = settleFindings([...found.values()] as readonly SessionFinding[], policy);
    for (const finding of settled) {
      if (!isAtLeast(finding.severity, severity)) continue;
      const [row] = finding.rows;
      const known = byRow.get(row);
      if (known === undefined) byRow.set(row, [this.#report(finding)]);
      else known.push(this.#report(finding));
    }
    const eids = new Map(this.#events.map(({ row, eid }) => [row, eid]));
    return [...byRow]
      .sort(([one], [other]) => one - other)
      .map(([row, findings]) => this.#reportItem(row, eids.get(row) ?? '', findings));
  }

  /** Returns the part of a report on the file, and adds its sessions to the list of all. */
  report(items: readonly ReportedItem[]): ReportPart {
    const collector = new ReportCollector();
    for (let clean = this.count - items.length; clean > 0; clean -= 1) collector.addValid();
    for (const item of items) collector.add(item, () => null);
    for (const summary of listSessions(growSessionTrees(this.#summaries))) {
      this.#sessions.add(reportSession(this.#file, this.#lineOf(summary.firstRow), summary));
    }
    return collector.take();
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
    return { index: this.#firstIndex + row - 1, file: this.#file, line: this.#lineOf(row) };
  }
}
