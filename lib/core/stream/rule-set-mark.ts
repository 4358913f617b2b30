import type { RuleSetId } from '#core/telemetry/findings';
import { isReplacedByCause } from './agreement';
import type { JudgedRecord } from './judged-record';

/** The highest severity that one rule set reports for an event; `valid` if it reports at most notices. */
export type RuleSetMark = 'valid' | 'warning' | 'error' | 'unchecked';

/** Returns the mark of one rule set from a record's summary, without running the rules. */
export function ruleSetMark(
  ruleSet: RuleSetId,
  { ruleSets, summary, kind }: Pick<JudgedRecord, 'ruleSets' | 'summary' | 'kind'>,
): RuleSetMark {
  if (summary.refusedBy.includes(ruleSet)) return 'error';
  if (isReplacedByCause(ruleSet, { summary, kind })) return 'error';
  if (summary.warnedBy.includes(ruleSet)) return 'warning';
  // The definition describes the 17 kinds only.
  const isChecked = ruleSets.includes(ruleSet) && (kind !== null || ruleSet !== 'definition');
  return isChecked ? 'valid' : 'unchecked';
}
