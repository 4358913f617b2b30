import type { BaselineEntry } from '#core/report/baseline';
import { ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { ReportedItem } from '#core/report/reported-finding';
import { SessionList } from '#core/report/reported-sessions';
import { hasSeverityAtLeast } from '#core/report/settle-findings';
import { SESSION_RULE_SET, type Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import type { Result } from '#core/util/result';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps } from '../cli-deps';
import { problemsText } from '../validate/summary-text';
import { createWorkspacePaths, writeReports } from '../validate/write-reports';
import { type AuditSettings, FileAudit } from './file-audit';
import type { EventFinding } from './ordered-audit';

/** Audits all files of a run, each one separately, and collects the findings for reports. */
export class SessionAuditRun {
  /** Keys of the baseline entries that were found. */
  readonly foundKeys = new Set<string>();
  readonly newBaseline = new Map<string, BaselineEntry>();
  readonly #settings: AuditSettings;
  readonly #failOn: Severity;
  readonly #deps: CliDeps;
  readonly #report: ReportBuilder;
  readonly #collector = new ReportCollector();
  readonly #sessions = new SessionList();
  readonly #severities = { error: 0, warning: 0, info: 0 };
  #items = 0;
  /** Index of the first item of the next file. */
  #nextIndex = 0;
  #files = 0;

  constructor(settings: AuditSettings, failOn: Severity, deps: CliDeps) {
    this.#settings = settings;
    this.#failOn = failOn;
    this.#deps = deps;
    const tool = { name: 'telemetry-v3', version: deps.version, homepage: HOMEPAGE };
    const head = { tool, createdAt: deps.now(), ruleSets: [SESSION_RULE_SET] };
    this.#report = new ReportBuilder(head, createWorkspacePaths(deps.env));
  }

  /** Whether a finding fails the run. */
  get isFailed(): boolean {
    return hasSeverityAtLeast(this.#severities, this.#failOn);
  }

  begin(file: string): FileAudit {
    return new FileAudit(file, this.#nextIndex, this.#settings, this.#sessions);
  }

  /** Returns events with new final findings. Always empty before the end if events are not ordered. */
  take(audit: FileAudit): readonly ReportedItem[] {
    return this.#add(audit, audit.take());
  }

  /** Returns the other events of a file with findings. Call after the file was read. */
  end(audit: FileAudit): readonly ReportedItem[] {
    const items = this.#add(audit, audit.end());
    const validCount = audit.eventCount - audit.reportedCount;
    for (let count = 0; count < validCount; count += 1) this.#collector.addValid();
    this.#report.add(this.#collector.take());
    this.#items += audit.eventCount;
    this.#nextIndex += audit.itemCount;
    this.#files += 1;
    return items;
  }

  /** Returns a line with the number of findings by severity. */
  summarize(isColored: boolean): string {
    const items = pluralize(this.#items, 'item');
    return `${problemsText(this.#severities, isColored)} in ${items} of ${pluralize(this.#files, 'file')}.`;
  }

  /** Writes report files, and the job summary and annotations of GitHub Actions. Fails with a sentence. */
  writeReports(files: readonly string[]): Promise<Result<null, string>> {
    return writeReports(this.#report.build(undefined, this.#sessions), files, this.#deps);
  }

  #add(audit: FileAudit, findings: readonly EventFinding[]): readonly ReportedItem[] {
    const items = audit.report(findings, this.foundKeys, this.newBaseline);
    for (const item of items) {
      this.#collector.add(item, () => null);
      for (const { severity, known } of item.findings) {
        if (known) continue;
        this.#severities[severity] += 1;
        this.#sessions.countFinding(severity);
      }
    }
    // Added at once, because the report stores only the findings that it lists.
    this.#report.add(this.#collector.take());
    return items;
  }
}
