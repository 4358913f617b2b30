import { hash53 } from '#core/util/hash53';
import { formatPathPattern, ruleName } from './finding-groups';
import type { FindingReport, ListedItem } from './finding-report';
import type { ReportedFinding } from './reported-finding';

/** A finding with a name that is stable between runs: independent of `mid`, line and value. */
export interface LocatedFinding {
  readonly finding: ReportedFinding;
  readonly item: ListedItem;
  /** File, event, path and rule. Unique in a report: the second of equal names has a `(2)`. */
  readonly name: string;
}

/** Lists the findings of a report in the order of items, each with its name. */
export function locateFindings({ items }: Pick<FindingReport, 'items'>): readonly LocatedFinding[] {
  const counts = new Map<string, number>();
  const located: LocatedFinding[] = [];
  /** Caches the names of findings, because many items share a finding. */
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
  const fileName = file === '-' ? 'stdin' : file;
  const event = eid ?? kind;
  return event ? `${fileName} ${event}` : fileName;
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
