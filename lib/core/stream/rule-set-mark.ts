import type { RuleSetId } from '#core/telemetry/findings';
import { isReplacedByCause } from './agreement';
import type { JudgedRecord } from './judged-record';

/** What one rule set says of an event: the most severe of its findings, `valid` for none but infos. */
export type RuleSetMark = 'valid' | 'warning' | 'error' | 'unchecked';

/** Reads what a rule set says of a record out of its summary, without making findings. */
export function ruleSetMark(
  ruleSet: RuleSetId,
  { ruleSets, summary, kind }: Pick<JudgedRecord, 'ruleSets' | 'summary' | 'kind'>,
): RuleSetMark {
  if (summary.refusedBy.includes(ruleSet)) return 'error';
  if (isReplacedByCause(ruleSet, { summary, kind })) return 'error';
  if (summary.warnedBy.includes(ruleSet)) return 'warning';
  // The definition has nothing to say of another kind than the 17.
  const isChecked = ruleSets.includes(ruleSet) && (kind !== null || ruleSet !== 'definition');
  return isChecked ? 'valid' : 'unchecked';
}
