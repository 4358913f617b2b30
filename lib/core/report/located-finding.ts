import { hash53 } from '#core/util/hash53';
import { formatPathPattern, ruleName } from './finding-groups';
import type { FindingReport, ListedItem } from './finding-report';
import type { ReportedFinding } from './reported-finding';

/** A finding with what names it: the same from run to run, whatever the mid, the line and the value. */
export interface LocatedFinding {
  readonly finding: ReportedFinding;
  readonly item: ListedItem;
  /** File, event, path and rule. The second of equal ones has a `(2)`: no two findings of a report have one name. */
  readonly name: string;
}

/** Lists the findings of a report by item, each with its name. */
export function locateFindings({ items }: Pick<FindingReport, 'items'>): readonly LocatedFinding[] {
  const counts = new Map<string, number>();
  return items.flatMap((item) =>
    item.findings.map((finding) => {
      const base = nameOf(item, finding);
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      const name = count === 1 ? base : `${base} (${count})`;
      return { finding, item, name };
    }),
  );
}

function nameOf({ file, eid, kind }: ListedItem, finding: ReportedFinding): string {
  const path = formatPathPattern(finding.path);
  const parts = [file === '-' ? 'stdin' : file, eid ?? kind, path, `[${ruleName(finding)}]`];
  return parts.filter((part) => part !== null && part !== '').join(' ');
}

/** Returns a hash of a finding's name, as hexadecimal digits. */
export function fingerprintOf({ name }: Pick<LocatedFinding, 'name'>): string {
  return [1, 2].map((seed) => hash53(name, seed).toString(16).padStart(14, '0')).join('');
}
