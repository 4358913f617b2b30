import type { Severity } from '#core/telemetry/findings';
import type { ReportedFinding, ReportedItem } from './reported-finding';

/** Limit of the listed findings of one code. Further findings are counted. */
export const MAX_LISTED_PER_CODE = 1_000;

/** Number of findings of one code of one rule set. */
export interface FindingCount {
  readonly ruleSet: string;
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** Numbers of items and findings. Findings of the baseline count in `known` only. */
export interface ReportTotals {
  readonly items: number;
  readonly verdicts: Readonly<Record<ReportedItem['verdict'], number>>;
  readonly severities: Readonly<Record<Severity, number>>;
  readonly known: number;
}

/** Returns the numbers of unlisted findings by code. */
export function countUnlisted({
  counts,
  items,
}: {
  readonly counts: readonly FindingCount[];
  readonly items: readonly Pick<ReportedItem, 'findings'>[];
}): readonly FindingCount[] {
  const listed = new Map<string, number>();
  for (const { findings } of items) {
    for (const finding of findings) {
      const key = keyOfShared(finding);
      listed.set(key, (listed.get(key) ?? 0) + 1);
    }
  }
  return counts
    .map((count) => ({ ...count, count: count.count - (listed.get(countKey(count)) ?? 0) }))
    .filter(({ count }) => count > 0);
}

/** Counts items, and findings by code. */
export class ReportTally {
  #items = 0;
  #known = 0;
  readonly #verdicts = { valid: 0, invalid: 0, unknown: 0 };
  readonly #severities = { error: 0, warning: 0, info: 0 };
  /** Number of items by list of findings. Items with the same list are counted by code once, at the end. */
  readonly #lists = new Map<ReportedItem['findings'], number>();
  readonly #counts = new Map<string, { -readonly [Key in keyof FindingCount]: FindingCount[Key] }>();

  addItem({ verdict, findings }: ReportedItem): void {
    this.#items += 1;
    this.#verdicts[verdict] += 1;
    if (findings.length > 0) this.#lists.set(findings, (this.#lists.get(findings) ?? 0) + 1);
  }

  #addLists(): void {
    for (const [findings, items] of this.#lists) {
      for (const finding of findings) {
        if (finding.known) this.#known += items;
        else this.#addFindings(finding, items, keyOfShared(finding));
      }
    }
    this.#lists.clear();
  }

  addValid(): void {
    this.#items += 1;
    this.#verdicts.valid += 1;
  }

  add({ items, known, verdicts }: ReportTotals, counts: readonly FindingCount[]): void {
    this.#items += items;
    this.#known += known;
    for (const verdict of ['valid', 'invalid', 'unknown'] as const) this.#verdicts[verdict] += verdicts[verdict];
    for (const count of counts) this.#addFindings(count, count.count, countKey(count));
  }

  #addFindings(counted: CountedFinding, count: number, key: string): void {
    const { ruleSet, code, severity } = counted;
    this.#severities[severity] += count;
    const current = this.#counts.get(key);
    if (current === undefined) this.#counts.set(key, { ruleSet, code, severity, count });
    else current.count += count;
  }

  result(): { readonly totals: ReportTotals; readonly counts: readonly FindingCount[] } {
    this.#addLists();
    const { error, warning, info } = this.#severities;
    return {
      totals: {
        items: this.#items,
        verdicts: { ...this.#verdicts },
        severities: { error, warning, info },
        known: this.#known,
      },
      counts: [...this.#counts.values()],
    };
  }
}

type CountedFinding = Pick<FindingCount, 'ruleSet' | 'code' | 'severity'>;

function countKey({ ruleSet, code, severity }: CountedFinding): string {
  return `${severity} ${ruleSet}/${code}`;
}

const countKeys = new WeakMap<ReportedFinding, string>();

/** Returns the cached key of a finding that many items share. */
function keyOfShared(finding: ReportedFinding): string {
  const cached = countKeys.get(finding);
  if (cached !== undefined) return cached;
  const key = countKey(finding);
  countKeys.set(finding, key);
  return key;
}

/** Limits the listed findings of each code. */
export class ListQuota {
  readonly #taken = new Map<string, number>();
  /**
   * The last result by list.
   * The quota of a code only shrinks, so a result of equal length is the same.
   */
  readonly #parts = new WeakMap<readonly ReportedFinding[], readonly ReportedFinding[]>();

  /** Returns the findings within the quota. Items with a shared list get a shared result if possible. */
  take(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
    const listed = findings.filter(({ known, code }) => !known && this.#takeOne(code));
    if (listed.length === findings.length) return findings;
    const part = this.#parts.get(findings);
    if (part?.length === listed.length) return part;
    this.#parts.set(findings, listed);
    return listed;
  }

  #takeOne(code: string): boolean {
    const count = this.#taken.get(code) ?? 0;
    if (count < MAX_LISTED_PER_CODE) this.#taken.set(code, count + 1);
    return count < MAX_LISTED_PER_CODE;
  }
}
