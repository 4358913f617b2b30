import type { TelemetryRecord } from '#core/journey/record';
import type { Mute } from '#core/report/mutes';
import { createEntityRules } from '#core/rules/checks';
import { defaultRuleSets } from '#core/rules/default-rule-sets';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { isRuleSetOn, type RuleChoice } from '#core/rules/rule-choice';
import { isRuleSetName } from '#core/rules/rule-set-names';
import { createJudge } from '#core/stream/judge';
import type { Judge } from '#core/stream/no-judge';
import type { RuleSet } from '#core/telemetry/findings';

/** Returns the rule sets that are on, in the order in which findings are listed. That of a pipeline is loaded for it. */
export async function loadRuleSets(choice: RuleChoice): Promise<readonly RuleSet[]> {
  const own = defaultRuleSets.filter(({ id }) => isRuleSetName(id) && isRuleSetOn(choice, id));
  if (!isRuleSetOn(choice, 'ingestion')) return own;
  const { createIngestionCheck, createIngestionRules } = await import('#core/rules/ingestion/ingestion-rules');
  return [...own, createIngestionRules(createIngestionCheck(choice.pipeline))];
}

/**
 * Creates the judges of a list of the panel, one for each choice of mutes.
 *
 * @param ruleSets see {@link loadRuleSets}.
 * @param entityAt returns the entity that was in use at a time, epoch milliseconds.
 */
export function createPanelJudges(
  ruleSets: readonly RuleSet[],
  entityAt: (at: number) => ActingEntity | null,
): (mutes: readonly Mute[]) => Judge {
  const ruleSetsOf = new WeakMap<ActingEntity, readonly RuleSet[]>();
  const ruleSetsFor = ({ event, at }: TelemetryRecord): readonly RuleSet[] => {
    const entity = entityAt(event?.at ?? at);
    if (entity === null) return ruleSets;
    const known = ruleSetsOf.get(entity) ?? [...ruleSets, createEntityRules(entity)];
    ruleSetsOf.set(entity, known);
    return known;
  };
  return (mutes) => createJudge({ ruleSetsFor, mutes });
}
