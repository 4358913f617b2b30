import { defineSetting } from '#components/panel/app/settings.ts';
import { parseRuleChoice } from '#core/rules/rule-choice';

/** The rule sets that judge the events, shared by all panels. */
export const ruleChoiceSetting = defineSetting('rules', parseRuleChoice);
