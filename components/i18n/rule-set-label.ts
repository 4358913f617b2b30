import { isBuiltInRuleSet, type RuleSetId, SESSION_RULE_SET } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** The name of a rule set, as the view Rules has it; a team's schema by the name that the team gave. */
export function ruleSetLabel(id: RuleSetId): string {
  return isBuiltInRuleSet(id) || id === SESSION_RULE_SET ? i18n.t(`ruleSets.name.${id}`) : id.replace(/^schema:/, '');
}
