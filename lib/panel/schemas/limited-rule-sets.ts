import type { RuleSet } from '#core/telemetry/findings';
import type { SchemaSetLimit } from './schema-set';
import type { EventOrigin } from './schema-set-limit';

/** A rule set that applies to some events only. */
export interface LimitedRuleSet {
  readonly ruleSet: RuleSet;
  readonly limit: SchemaSetLimit;
  /** `null` if it applies to all events. */
  readonly appliesTo: ((origin: EventOrigin) => boolean) | null;
}

/**
 * Returns the rule sets whose limits an event meets.
 * `readOrigin` is called once at most, and only if there are limits.
 */
export function applicableRuleSets(
  ruleSets: readonly Pick<LimitedRuleSet, 'ruleSet' | 'appliesTo'>[],
  readOrigin: () => EventOrigin,
): readonly RuleSet[] {
  let origin: EventOrigin | null = null;
  return ruleSets.flatMap(({ ruleSet, appliesTo }) => {
    if (appliesTo === null) return [ruleSet];
    origin ??= readOrigin();
    return appliesTo(origin) ? [ruleSet] : [];
  });
}
