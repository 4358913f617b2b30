import { formatPath, type JsonPath } from '#core/json/json';
import { isCustomRuleSet, type Severity } from '#core/telemetry/findings';
import type { FindingReport } from './finding-report';
import type { ReportedFinding, ReportedItem } from './reported-finding';

/** Findings of one rule at one path of one kind, which a developer fixes together. */
export interface FindingGroup {
  /** Rule set and code, such as `definition/missing`. */
  readonly rule: string;
  /** Kind of event, or `null` if unknown. */
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
  const groups = new Map<string, { -readonly [Key in keyof FindingGroup]: FindingGroup[Key] }>();
  /** Caches the names of findings, because many items share a finding. */
  const names = new Map<ReportedFinding, Pick<FindingGroup, 'rule' | 'path'> & { readonly key: string }>();
  const nameFinding = (finding: ReportedFinding) => {
    const [rule, path] = [ruleName(finding), formatPathPattern(finding.path)];
    const name = { rule, path, key: JSON.stringify([rule, path]) };
    names.set(finding, name);
    return name;
  };
  for (const item of items) {
    for (const finding of item.findings) {
      if (finding.severity !== severity) continue;
      const { rule, path, key } = names.get(finding) ?? nameFinding(finding);
      const keyOfKind = `${item.kind} ${key}`;
      const group = groups.get(keyOfKind);
      if (group === undefined) groups.set(keyOfKind, { rule, kind: item.kind, path, first: finding, item, count: 1 });
      else group.count += 1;
    }
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** Formats a path without the indexes of items, because lists vary in length: `edata.items.*.id`. */
export function formatPathPattern(path: JsonPath): string {
  return formatPath(path.map((step, index) => (typeof step === 'number' && index > 0 ? '*' : step)));
}

/** Returns the name of a rule: `definition/missing`, `schema:strict/missing` or `custom:channel`. */
export function ruleName({ ruleSet, code }: Pick<ReportedFinding, 'ruleSet' | 'code'>): string {
  return isCustomRuleSet(ruleSet) ? ruleSet : `${ruleSet}/${code}`;
}
