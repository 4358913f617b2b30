import { type BaselineEntry, baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import { toReportedFinding } from '#core/report/english-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { isAtLeast } from '#core/report/settle-findings';
import { redactSecrets } from '#core/rules/checks';
import type { Finding, Severity, Subject, Verdict } from '#core/telemetry/findings';
import { reportedPage, rulePage } from '../../../rule-page';
import type { CheckSettings } from './check-settings';
import type { CheckedBlock } from './checked-block';
import { ReportedLists } from './reported-lists';

const NO_FINDINGS: readonly ReportedFinding[] = [];

/**
 * Reports findings of items.
 * Filters them by severity, adds texts, and compares them with the baseline.
 */
export class FindingReporter {
  readonly #lowestSeverity: Severity;
  readonly #baseline: CheckSettings['baseline'];
  readonly #updatesBaseline: boolean;
  readonly #lists: ReportedLists;
  #foundKeys = new Set<string>();
  #newBaseline = new Map<string, BaselineEntry>();

  constructor({ severity, baseline, updatesBaseline }: CheckSettings) {
    this.#lowestSeverity = severity;
    this.#baseline = baseline;
    this.#updatesBaseline = updatesBaseline;
    this.#lists = new ReportedLists((finding) => (this.isShown(finding) ? reportShared(finding) : null));
  }

  /** Whether findings are compared with a baseline, or collected for a new one. */
  get usesBaseline(): boolean {
    return this.#baseline !== null || this.#updatesBaseline;
  }

  isShown({ severity }: Pick<Finding, 'severity'>): boolean {
    return isAtLeast(severity, this.#lowestSeverity);
  }

  /** @param subject `null` if the item is neither a call nor an event. */
  report({ kind, findings }: Verdict, subject: Subject | null): readonly ReportedFinding[] {
    if (findings.length === 0) return NO_FINDINGS;
    const reportedFindings = this.#lists.report(findings);
    if (subject === null || !this.usesBaseline) return reportedFindings;
    return reportedFindings.map((finding) => this.#compareWithBaseline(finding, kind, subject));
  }

  /** Removes the baseline entries of the previous block. */
  start(): void {
    this.#foundKeys = new Set();
    this.#newBaseline = new Map();
  }

  /** Returns the baseline entries since the start. */
  take(): Pick<CheckedBlock, 'known' | 'newBaseline'> {
    return { known: [...this.#foundKeys], newBaseline: [...this.#newBaseline.values()] };
  }

  #compareWithBaseline(finding: ReportedFinding, kind: Verdict['kind'], subject: Subject): ReportedFinding {
    const entry = redactSecrets(baselineEntry(finding, baselineSubject(kind, subject)));
    const key = baselineKey(entry);
    if (this.#updatesBaseline && finding.severity !== 'info') this.#newBaseline.set(key, entry);
    if (!this.#baseline?.has(key)) return finding;
    this.#foundKeys.add(key);
    return { ...finding, known: true };
  }
}

/** Reports of findings, which many events may share. Weak, because other findings belong to one event. */
const reports = new WeakMap<Finding, ReportedFinding>();

/** Reports a finding, from the cache if possible. Redacts secrets, which messages may quote. */
function reportShared(finding: Finding): ReportedFinding {
  const cached = reports.get(finding);
  if (cached !== undefined) return cached;
  const safe = redactSecrets(finding);
  const report = toReportedFinding(safe, reportedPage(rulePage(safe)));
  reports.set(finding, report);
  return report;
}
