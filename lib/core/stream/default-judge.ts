import { defaultRuleSets } from '#core/rules/default-rule-sets';
import { createJudge } from './judge';
import type { Judge } from './no-judge';

/** Creates a judge that applies the default rule sets, without a policy. */
export function createDefaultJudge(): Judge {
  return createJudge({ ruleSetsFor: () => defaultRuleSets });
}
