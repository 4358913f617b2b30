import type { BaselineEntry } from '#core/report/baseline';
import { ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { ReportedItem } from '#core/report/reported-finding';
import { SessionList } from '#core/report/reported-sessions';
import { isAtLeast } from '#core/report/settle-findings';
import { SESSION_RULE_SET, SEVERITIES, type Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';

import type { Result } from '#core/util/result';
import { HOMEPAGE } from '../../this-package';
import type { CliDeps } from '../cli-deps';
import { problemsText } from '../validate/summary-text';
import { createWorkspacePaths, writeReports } from '../validate/write-reports';
import { type AuditSettings, FileAudit } from './file-audit';
import type { EventFinding } from './ordered-audit';

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
    const items = audit.report(found, this.known, this.newBaseline);
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
}
