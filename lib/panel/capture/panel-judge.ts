import type { TelemetryRecord } from '#core/journey/record';
import type { Mute } from '#core/report/mutes';
import { createEntityRules } from '#core/rules/checks';
import { defaultRuleSets } from '#core/rules/default-rule-sets';
import type { ActingEntity } from '#core/rules/privacy/actor-check';
import { createJudge } from '#core/stream/judge';
import type { Judge } from '#core/stream/no-judge';
import type { RuleSet } from '#core/telemetry/findings';

/**
 * Creates the judges of a list of the panel, one for each choice of mutes, with all rule sets that are always on.
 * `entityAt` returns the entity that was in use at a time, epoch milliseconds.
 */
export function createPanelJudges(entityAt: (at: number) => ActingEntity | null): (mutes: readonly Mute[]) => Judge {
  const ruleSetsOf = new WeakMap<ActingEntity, readonly RuleSet[]>();
  const ruleSetsFor = ({ event, at }: TelemetryRecord): readonly RuleSet[] => {
    const entity = entityAt(event?.at ?? at);
    if (entity === null) return defaultRuleSets;
    const known = ruleSetsOf.get(entity) ?? [...defaultRuleSets, createEntityRules(entity)];
    ruleSetsOf.set(entity, known);
    return known;
  };
  return (mutes) => createJudge({ ruleSetsFor, mutes });
}
