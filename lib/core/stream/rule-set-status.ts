import type { RuleSetId } from '#core/telemetry/findings';
import { isReplacedByCause } from './agreement';
import type { JudgedRecord } from './judged-record';

/** The highest severity that one rule set reports for an event; `valid` if it reports at most notices. */
export type RuleSetStatus = 'valid' | 'warning' | 'error' | 'unchecked';

/** Returns the status of one rule set from a record's summary, without running the rules. */
export function ruleSetStatus(
  ruleSet: RuleSetId,
  { ruleSets, summary, kind }: Pick<JudgedRecord, 'ruleSets' | 'summary' | 'kind'>,
): RuleSetStatus {
  if (summary.ruleSetsWithErrors.includes(ruleSet)) return 'error';
  if (isReplacedByCause(ruleSet, { summary, kind })) return 'error';
  if (summary.ruleSetsWithWarnings.includes(ruleSet)) return 'warning';
  // The definition describes the 17 kinds only.
  const isChecked = ruleSets.includes(ruleSet) && (kind !== null || ruleSet !== 'definition');
  return isChecked ? 'valid' : 'unchecked';
}
