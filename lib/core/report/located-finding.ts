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
  const located: LocatedFinding[] = [];
  /** Many items share a finding. */
  const names = new Map<ReportedFinding, string>();
  for (const item of items) {
    const event = nameOfEvent(item);
    for (const finding of item.findings) {
      const rule = names.get(finding) ?? nameInEvent(finding);
      names.set(finding, rule);
      const base = `${event} ${rule}`;
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      located.push({ finding, item, name: count === 1 ? base : `${base} (${count})` });
    }
  }
  return located;
}

function nameOfEvent({ file, eid, kind }: ListedItem): string {
  const place = file === '-' ? 'stdin' : file;
  const event = eid ?? kind;
  return event ? `${place} ${event}` : place;
}

function nameInEvent(finding: ReportedFinding): string {
  const path = formatPathPattern(finding.path);
  const rule = `[${ruleName(finding)}]`;
  return path === '' ? rule : `${path} ${rule}`;
}

/** Returns a hash of a finding's name, as hexadecimal digits. */
export function fingerprintOf({ name }: Pick<LocatedFinding, 'name'>): string {
  return hexOf(hash53(name, 1)) + hexOf(hash53(name, 2));
}

function hexOf(hash: number): string {
  return hash.toString(16).padStart(14, '0');
}
