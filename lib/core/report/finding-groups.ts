import { formatPath, type JsonPath } from '#core/json/json';
import { isCustomRuleSet, type Severity } from '#core/telemetry/findings';
import type { FindingReport } from './finding-report';
import type { ReportedFinding, ReportedItem } from './reported-finding';

/** Findings of one rule at one path of one kind: a person fixes them together. */
export interface FindingGroup {
  /** `definition/missing`. */
  readonly rule: string;
  /** Kind of event, or `null` if none is known. */
  readonly kind: string | null;
  /** `edata.id`, with `*` for the index of an item; empty if the finding is of the whole item. */
  readonly path: string;
  /** The first finding, and its item. */
  readonly first: ReportedFinding;
  readonly item: ReportedItem;
  readonly count: number;
}

/** Groups the listed findings of one severity, the most frequent first. */
export function groupFindings({ items }: Pick<FindingReport, 'items'>, severity: Severity): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const item of items) {
    for (const finding of item.findings) {
      if (finding.severity !== severity) continue;
      const rule = ruleName(finding);
      const path = formatPathPattern(finding.path);
      const key = JSON.stringify([rule, item.kind, path]);
      const group = groups.get(key) ?? { rule, kind: item.kind, path, first: finding, item, count: 0 };
      groups.set(key, { ...group, count: group.count + 1 });
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** Formats a path without the indexes of items, as lists vary in length: `edata.items.*.id`. */
export function formatPathPattern(path: JsonPath): string {
  return formatPath(path.map((step, index) => (typeof step === 'number' && index > 0 ? '*' : step)));
}

/** `definition/missing`, `schema:strict/missing`; of a rule of a team, `custom:channel`. */
export function ruleName({ ruleSet, code }: Pick<ReportedFinding, 'ruleSet' | 'code'>): string {
  return isCustomRuleSet(ruleSet) ? ruleSet : `${ruleSet}/${code}`;
}
