import { formatPathPattern } from '#core/report/finding-groups';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding, RuleSetId } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/** A finding with the number of similar ones: same code, kind and path. */
export interface FrequentFinding {
  readonly finding: Finding;
  readonly kind: EventKind | null;
  /** Counted among the newest events with findings. */
  readonly count: number;
}

/** The numbers of events in a list that a rule set checked, and of those with findings. */
export interface RuleSetTally {
  readonly checked: number;
  readonly withFindings: number;
  readonly withErrors: number;
  readonly frequent: readonly FrequentFinding[];
  /** Number of findings by code, among the newest events with findings. */
  readonly codes: ReadonlyMap<string, number>;
}

/** The tally of a rule set that has checked no event. */
export const EMPTY_TALLY: RuleSetTally = {
  checked: 0,
  withFindings: 0,
  withErrors: 0,
  frequent: [],
  codes: new Map(),
};

/**
 * Maximum number of events whose findings are read.
 * Findings are recreated when they are read. The list's judge caches the findings of as many events.
 */
const MAX_READ_RECORDS = 1_000;
const MAX_FREQUENT = 3;

/** Returns the tallies of the rule sets that have checked a list. */
export function tallyRuleSets(records: readonly JudgedRecord[]): ReadonlyMap<RuleSetId, RuleSetTally> {
  const tallies = new Map<RuleSetId, { checked: number; withFindings: number; withErrors: number }>();
  for (const { ruleSets, summary } of records) {
    for (const id of ruleSets) {
      const tally = tallies.get(id) ?? { checked: 0, withFindings: 0, withErrors: 0 };
      tallies.set(id, tally);
      tally.checked += 1;
      if (summary.rules.includes(id)) tally.withFindings += 1;
      if (summary.ruleSetsWithErrors.includes(id)) tally.withErrors += 1;
    }
  }
  const findings = groupFindings(records);
  return new Map([...tallies].map(([id, tally]) => [id, { ...tally, ...(findings.get(id) ?? NO_FINDINGS) }]));
}

const NO_FINDINGS = { frequent: [], codes: new Map<string, number>() };

/** Groups the findings of the newest events with findings by rule set. */
function groupFindings(
  records: readonly JudgedRecord[],
): ReadonlyMap<RuleSetId, Pick<RuleSetTally, 'frequent' | 'codes'>> {
  const groups = new Map<string, { finding: Finding; kind: EventKind | null; count: number }>();
  let readCount = 0;
  for (let index = records.length - 1; index >= 0 && readCount < MAX_READ_RECORDS; index -= 1) {
    const record = records[index];
    if (record === undefined || record.summary.findings === 0) continue;
    readCount += 1;
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
