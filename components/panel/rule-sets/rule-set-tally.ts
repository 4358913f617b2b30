import { formatPathPattern } from '#core/report/finding-groups';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding, RuleSetId } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/** One finding for all of its code and kind at its path. */
export interface FrequentFinding {
  readonly finding: Finding;
  readonly kind: EventKind | null;
  /** Among the newest events with findings. */
  readonly count: number;
}

/** What a rule set says of a list, in events. */
export interface RuleSetTally {
  readonly checked: number;
  readonly withFindings: number;
  readonly withErrors: number;
  readonly frequent: readonly FrequentFinding[];
  /** How often each code was found in the newest events with findings. */
  readonly codes: ReadonlyMap<string, number>;
}

/** The tally of a rule set that no event was checked by. */
export const NOTHING_CHECKED: RuleSetTally = {
  checked: 0,
  withFindings: 0,
  withErrors: 0,
  frequent: [],
  codes: new Map(),
};

/** Findings are made anew when they are read: those of so many events are also kept by a list's judge. */
const MAX_READ = 1_000;
const MAX_FREQUENT = 3;

/** Tallies a list by the rule sets that have checked it. */
export function tallyRuleSets(records: readonly JudgedRecord[]): ReadonlyMap<RuleSetId, RuleSetTally> {
  const tallies = new Map<RuleSetId, { checked: number; withFindings: number; withErrors: number }>();
  for (const { ruleSets, summary } of records) {
    for (const id of ruleSets) {
      const tally = tallies.get(id) ?? { checked: 0, withFindings: 0, withErrors: 0 };
      tallies.set(id, tally);
      tally.checked += 1;
      if (summary.rules.includes(id)) tally.withFindings += 1;
      if (summary.refusedBy.includes(id)) tally.withErrors += 1;
    }
  }
  const found = findingsByRuleSet(records);
  return new Map([...tallies].map(([id, tally]) => [id, { ...tally, ...(found.get(id) ?? NOTHING_FOUND) }]));
}

const NOTHING_FOUND = { frequent: [], codes: new Map<string, number>() };

/** What each rule set found in the newest events that have any findings. */
function findingsByRuleSet(
  records: readonly JudgedRecord[],
): ReadonlyMap<RuleSetId, Pick<RuleSetTally, 'frequent' | 'codes'>> {
  const groups = new Map<string, { finding: Finding; kind: EventKind | null; count: number }>();
  let read = 0;
  for (let index = records.length - 1; index >= 0 && read < MAX_READ; index -= 1) {
    const record = records[index];
    if (record === undefined || record.summary.findings === 0) continue;
    read += 1;
    for (const finding of record.findings) {
      const key = JSON.stringify([finding.ruleSet, finding.code, record.kind, formatPathPattern(finding.path)]);
      const group = groups.get(key);
      if (group) group.count += 1;
      else groups.set(key, { finding, kind: record.kind, count: 1 });
    }
  }
  const byRuleSet = new Map<RuleSetId, { readonly frequent: FrequentFinding[]; readonly codes: Map<string, number> }>();
  for (const group of [...groups.values()].sort((one, other) => other.count - one.count)) {
    const { ruleSet, code } = group.finding;
    const { frequent, codes } = byRuleSet.get(ruleSet) ?? { frequent: [], codes: new Map<string, number>() };
    byRuleSet.set(ruleSet, { frequent, codes });
    if (frequent.length < MAX_FREQUENT) frequent.push(group);
    codes.set(code, (codes.get(code) ?? 0) + group.count);
  }
  return byRuleSet;
}
