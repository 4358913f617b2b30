import { isBuiltInRuleSet, type RuleSetId, SESSION_RULE_SET } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/**
 * Returns the name of a rule set in the view **Rules**, or the name that a team gave its schema.
 * Returns `custom:NAME` and `stream` unchanged.
 */
export function ruleSetLabel(id: RuleSetId): string {
  return isBuiltInRuleSet(id) || id === SESSION_RULE_SET ? i18n.t(`ruleSets.name.${id}`) : id.replace(/^schema:/, '');
}
