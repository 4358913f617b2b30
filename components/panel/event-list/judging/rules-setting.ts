import { defineSetting } from '#components/panel/app/settings.ts';
import { parseRuleSettings } from '#core/rules/rule-settings';

/** The rule sets that judge the events, shared by all panels. */
export const rulesSetting = defineSetting('rules', parseRuleSettings);
