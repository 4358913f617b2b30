import { type BaselineEntry, baselineEntry, baselineKey } from '#core/report/baseline';
import { findingText } from '#core/report/english-findings';
import type { ReportPart } from '#core/report/finding-report';
import type { RelatedItem, ReportedFinding, ReportedItem } from '#core/report/reported-finding';
import { isAtLeast, policySeverity } from '#core/report/settle-findings';
import { redactSecrets } from '#core/rules/checks';
import { createDuplicateMidRule } from '#core/stream/duplicate-event-rule';
import type { Severity } from '#core/telemetry/findings';
import { reportedPage } from '../../rule-page';
import type { CheckSettings } from './check/check-settings';
import { DUPLICATE_MID, type StreamItem } from './check/stream-items';

/** Minimum number of last events among which duplicates are found. The stored events take about 35 MB. */
export const MAX_STREAM_EVENTS = 300_000;
/** Maximum number of listed findings. Further findings are only counted. */
const MAX_STREAM_FINDINGS = 10_000;

/** The findings of rules over many events. */
export interface StreamOutcome {
  /** Items with one finding each, in the order of their lines. */
  readonly items: readonly ReportedItem[];
  readonly unlisted: number;
  /** Counts of the findings that are not in the baseline. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Keys of the baseline entries that were found. */
  readonly known: Iterable<string>;
  readonly newBaseline: Iterable<BaselineEntry>;
  readonly report: ReportPart;
}

type StreamSettings = Pick<CheckSettings, 'severity' | 'policy' | 'baseline' | 'updatesBaseline'>;

/** Checks rules over many events, for all files in the order of their lines. */
export class StreamStage {
  readonly #settings: StreamSettings;
  /** Severity of duplicates, or `null` if they do not count. */
  readonly #severity: Severity | null;
  readonly #maxEvents: number;
  readonly #rule = createDuplicateMidRule(({ mid }: { readonly row: number; readonly mid: string }) => mid);
  readonly #locations = new RowValues<RelatedItem>();
  readonly #foundKeys = new Set<string>();
  readonly #newBaseline = new Map<string, BaselineEntry>();
  #items: ReportedItem[] = [];
  #oldestRow = 1;
  #lastRow = 0;
  #duplicateCount = 0;
  #knownCount = 0;

  constructor(settings: StreamSettings, maxEvents = MAX_STREAM_EVENTS) {
    this.#settings = settings;
    this.#maxEvents = maxEvents;
    const severity = policySeverity({ ...DUPLICATE_MID, severity: 'warning' }, settings.policy.severities);
    this.#severity = severity !== 'off' && isAtLeast(severity, settings.severity) ? severity : null;
  }

  /**
   * Adds the events of a block.
   *
   * @param firstIndex the index of the block's first item among all items.
   */
  add(file: string, firstIndex: number, items: readonly StreamItem[]): void {
    if (this.#severity === null || items.length === 0) return;
    const firstRow = this.#lastRow + 1;
    const events = items.map(({ offset, line, mid, request }) => {
      this.#lastRow += 1;
      const location = { index: firstIndex + offset, file, line, ...(request === undefined ? {} : { request }) };
      this.#locations.set(this.#lastRow, location);
      return { row: this.#lastRow, mid };
    });
    // The rule returns its findings grouped by `mid`.
    const findings = this.#rule.add(events).found.toSorted((one, other) => one.rows[0] - other.rows[0]);
    for (const { rows } of findings) {
      const [row, first] = rows;
      const item = items[row - firstRow];
      const location = this.#locations.get(row);
      const related = first === undefined ? undefined : this.#locations.get(first);
      if (item !== undefined && location !== undefined && related !== undefined) {
        this.#addDuplicate(item, location, related, this.#severity);
      }
    }
    this.#removeOldest();
  }

  /** Returns the findings in all events. */
  end(): StreamOutcome {
    const severities = { error: 0, warning: 0, info: 0 };
    const severity = this.#severity ?? 'warning';
    const count = this.#duplicateCount - this.#knownCount;
    severities[severity] = count;
    const { ruleSet, code } = DUPLICATE_MID;
    const listed = this.#items.filter(({ findings }) => findings.some(({ known }) => !known));
    return {
      items: this.#items,
      unlisted: this.#duplicateCount - this.#items.length,
      severities,
      known: this.#foundKeys,
      newBaseline: this.#newBaseline.values(),
      report: {
        totals: { items: 0, verdicts: { valid: 0, invalid: 0, unknown: 0 }, severities, known: this.#knownCount },
        counts: count === 0 ? [] : [{ ruleSet, code, severity, count }],
        listed: listed.map((item) => ({ item, json: null })),
      },
    };
  }

  #addDuplicate(item: StreamItem, location: RelatedItem, first: RelatedItem, severity: Severity): void {
    if (item.isIgnored) return;
    this.#duplicateCount += 1;
    const isKnown = this.#compareWithBaseline(item, severity);
    if (isKnown) this.#knownCount += 1;
    if (this.#items.length === MAX_STREAM_FINDINGS) return;
    const { kind, verdict, eid, mid } = item;
    const finding: ReportedFinding = {
      ...DUPLICATE_MID,
      severity,
      params: { reason: 'duplicate-mid' },
      message: duplicateMessage,
      page: duplicatePage,
      related: [redactSecrets(first)],
      ...(isKnown ? { known: true } : {}),
    };
    this.#items.push({ ...redactSecrets({ ...location, kind, verdict, eid, mid }), findings: [finding] });
  }

  #compareWithBaseline({ baselineSubject }: StreamItem, severity: Severity): boolean {
    if (baselineSubject === undefined) return false;
    const entry = redactSecrets(baselineEntry(DUPLICATE_MID, baselineSubject));
    const key = baselineKey(entry);
    if (this.#settings.updatesBaseline && severity !== 'info') this.#newBaseline.set(key, entry);
    const isKnown = this.#settings.baseline?.has(key) ?? false;
    if (isKnown) this.#foundKeys.add(key);
    return isKnown;
  }

  /** Removes the oldest events, a quarter at a time, because removing a `mid` searches all of its rows. */
  #removeOldest(): void {
    if (this.#lastRow - this.#oldestRow < this.#maxEvents * 1.25) return;
    const rows: number[] = [];
    for (; this.#lastRow - this.#oldestRow >= this.#maxEvents; this.#oldestRow += 1) {
      rows.push(this.#oldestRow);
      this.#locations.delete(this.#oldestRow);
    }
    // Findings stay valid after their rows are removed.
    this.#rule.remove(rows);
  }
}

const duplicateMessage = findingText({ path: DUPLICATE_MID.path, params: { reason: 'duplicate-mid' } });
const duplicatePage = reportedPage('docs/rules.md#duplicate-mid');

/** Rows per page: few enough to save memory for small inputs, and enough to have few pages. */
const PAGE_ROWS = 1_024;

interface Page<Value> {
  readonly values: (Value | undefined)[];
  count: number;
}

/**
 * Stores values of adjacent rows in pages.
 * Takes half the memory of a `Map` with 100,000 rows, and is faster.
 */
class RowValues<Value> {
  readonly #pages = new Map<number, Page<Value>>();

  get(row: number): Value | undefined {
    return this.#pages.get(Math.floor(row / PAGE_ROWS))?.values[row % PAGE_ROWS];
  }

  set(row: number, value: Value): void {
    const index = Math.floor(row / PAGE_ROWS);
    let page = this.#pages.get(index);
    if (page === undefined) {
      page = { values: new Array(PAGE_ROWS), count: 0 };
      this.#pages.set(index, page);
    }
    if (page.values[row % PAGE_ROWS] === undefined) page.count += 1;
    page.values[row % PAGE_ROWS] = value;
  }

  delete(row: number): void {
    const index = Math.floor(row / PAGE_ROWS);
    const page = this.#pages.get(index);
    if (page?.values[row % PAGE_ROWS] === undefined) return;
    page.values[row % PAGE_ROWS] = undefined;
    page.count -= 1;
    if (page.count === 0) this.#pages.delete(index);
  }
}
