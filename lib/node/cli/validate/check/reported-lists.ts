import type { ReportedFinding } from '#core/report/reported-finding';
import { isShared } from '#core/telemetry/finding-cache';
import type { Finding } from '#core/telemetry/findings';

/** Findings in all lists that are held: with what is made of each, some 15 MB. */
const MAX_HELD_FINDINGS = 20_000;

/** The lists that begin with the same findings. */
interface ListNode {
  readonly next: Map<Finding, ListNode>;
  /** `null` until a list ends here. */
  list: readonly ReportedFinding[] | null;
}

/**
 * Reports lists of findings: lists of the same shared findings become one list.
 * Real events have a few hundred lists in all. What is made of a list, as its JSON, can be cached with it.
 */
export class ReportedLists {
  readonly #report: (finding: Finding) => ReportedFinding | null;
  #root: ListNode = { next: new Map(), list: null };
  #held = 0;

  /** @param report returns `null` for what is not shown. */
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
    if (this.#held + findings.length > MAX_HELD_FINDINGS) {
      this.#root = { next: new Map(), list: null };
      this.#held = 0;
    }
    this.#held += findings.length;
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
