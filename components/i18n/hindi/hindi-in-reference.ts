import { setDefinitionLanguage } from '../definition-text';
import { setFindingLanguage } from '../finding-text';
import { hindiDefinitions } from './hindi-definitions';
import { hindiFindings } from './hindi-findings';
import { pairsOf, textsByEnglish } from './texts-by-english';

/** Shows the definitions and the findings of the rules’ examples in Hindi from now on. */
export function showHindiReference(): void {
  setDefinitionLanguage(textsByEnglish(pairsOf(hindiDefinitions)));
  setFindingLanguage(hindiFindings);
}
