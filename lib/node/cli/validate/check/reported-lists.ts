import type { ReportedFinding } from '#core/report/reported-finding';
import { isShared } from '#core/telemetry/finding-cache';
import type { Finding } from '#core/telemetry/findings';

/** Maximum number of findings in all cached lists: about 15 MB, with their JSON. */
const MAX_CACHED_FINDINGS = 20_000;

/** Node of a tree of lists. All lists below a node begin with the same findings. */
interface ListNode {
  readonly next: Map<Finding, ListNode>;
  /** The list that ends at this node, or `null`. */
  list: readonly ReportedFinding[] | null;
}

/**
 * Reports lists of findings. Returns the same array for lists of the same shared findings.
 * Real events have only a few hundred different lists. Callers can cache values by the array, such as its JSON.
 */
export class ReportedLists {
  readonly #report: (finding: Finding) => ReportedFinding | null;
  #root: ListNode = { next: new Map(), list: null };
  #cachedFindings = 0;

  /** @param report returns `null` for findings that are not shown. */
  constructor(report: (finding: Finding) => ReportedFinding | null) {
    this.#report = report;
  }

  report(findings: readonly Finding[]): readonly ReportedFinding[] {
    let node = this.#root;
    for (const finding of findings) {
      const next = node.next.get(finding);
      if (next === undefined) return this.#addList(findings);
      node = next;
    }
    return node.list ?? this.#addList(findings);
  }

  #addList(findings: readonly Finding[]): readonly ReportedFinding[] {
    const list = findings.map(this.#report).filter((finding) => finding !== null);
    if (!findings.every(isShared)) return list;
    if (this.#cachedFindings + findings.length > MAX_CACHED_FINDINGS) {
      this.#root = { next: new Map(), list: null };
      this.#cachedFindings = 0;
    }
    this.#cachedFindings += findings.length;
    let node = this.#root;
    for (const finding of findings) {
      const next = node.next.get(finding) ?? { next: new Map(), list: null };
      node.next.set(finding, next);
      node = next;
    }
    node.list = list;
    return list;
  }
}
