import { defaultRuleSets } from '#core/rules/default-rule-sets';
import { createJudge } from './judge';
import type { Judge } from './no-judge';

/** Creates a judge by the rule sets that are always on, without a policy. */
export function createDefaultJudge(): Judge {
  return createJudge({ ruleSetsFor: () => defaultRuleSets });
}
