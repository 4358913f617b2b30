import { documentedRules } from '#core/rules/reference/rule-catalog';
import { ruleIds } from '#core/rules/reference/rule-reference';
import { setDefinitionLanguage } from '../definition-text';
import { hindiDefinitions } from './hindi-definitions';
import { hindiRules } from './hindi-rules';
import { pairsOf, type TextPair, textsByEnglish } from './texts-by-english';

/** The texts of the rules in the reference, English and Hindi. */
export function pairsOfRules(): readonly TextPair[] {
  return ruleIds().flatMap((id): readonly TextPair[] => {
    const { title, meaning, fix } = documentedRules[id];
    const [hindiTitle, hindiMeaning, hindiFix] = hindiRules[id];
    return [
      [title, hindiTitle],
      [meaning, hindiMeaning],
      [fix, hindiFix],
    ];
  });
}

/** Shows the definitions and the findings of the rules’ examples in Hindi from now on. */
export function showHindiReference(): void {
  setDefinitionLanguage(textsByEnglish([...pairsOf(hindiDefinitions), ...pairsOfRules()]));
}
