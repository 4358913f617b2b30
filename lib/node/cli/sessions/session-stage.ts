import type { BaselineEntry } from '#core/report/baseline';
import { ReportCollector } from '#core/report/finding-report';
import type { ReportedItem } from '#core/report/reported-finding';
import { SessionList } from '#core/report/reported-sessions';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import type { CheckSettings } from '../validate/check/check-settings';
import type { SessionItem } from '../validate/check/stream-items';
import type { StreamOutcome } from '../validate/stream-stage';
import { FileAudit } from './file-audit';

type StageSettings = Pick<CheckSettings, 'severity' | 'policy' | 'baseline' | 'updatesBaseline'>;

/**
 * Audits the user sessions of each file separately, after its events were checked.
 * Stores all events in memory.
 */
export class SessionStage {
  readonly #settings: StageSettings;
  readonly #foundKeys = new Set<string>();
  readonly #newBaseline = new Map<string, BaselineEntry>();
  readonly #collector = new ReportCollector();
  readonly #severities = { error: 0, warning: 0, info: 0 };
  readonly #items: ReportedItem[] = [];
  #file: { readonly name: string; readonly firstIndex: number; readonly audit: FileAudit } | null = null;

  constructor(settings: StageSettings) {
    this.#settings = settings;
  }

  /**
   * Adds the events of a block. All blocks of a file must be added before those of the next file.
   *
   * @param firstIndex the index of the block's first item among all items.
   */
  add(file: string, firstIndex: number, items: readonly SessionItem[]): void {
    if (this.#file?.name !== file) {
      this.#endFile();
      const settings = { ...this.#settings, sessions: DEFAULT_SESSION_SETTINGS, isOrdered: false };
      this.#file = { name: file, firstIndex, audit: new FileAudit(file, firstIndex, settings, new SessionList()) };
    }
    const firstRow = firstIndex - this.#file.firstIndex + 1;
    for (const { line, event } of items) this.#file.audit.addAt(line, { ...event, row: firstRow + event.row });
  }

  /** Returns the findings in all files. */
  end(): StreamOutcome {
    this.#endFile();
    const { totals, ...part } = this.#collector.take();
    return {
      items: this.#items,
      unlisted: 0,
      severities: this.#severities,
      known: this.#foundKeys,
      newBaseline: this.#newBaseline.values(),
      // `ItemChecker` has counted the items already.
      report: { ...part, totals: { ...totals, items: 0, verdicts: { valid: 0, invalid: 0, unknown: 0 } } },
    };
  }

  #endFile(): void {
    if (this.#file === null) return;
    const { audit } = this.#file;
    for (const item of audit.report(audit.end(), this.#foundKeys, this.#newBaseline)) {
      this.#items.push(item);
      this.#collector.add(item, () => null);
      for (const { severity, known } of item.findings) if (!known) this.#severities[severity] += 1;
    }
    this.#file = null;
  }
}
