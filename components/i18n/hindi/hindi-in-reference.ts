import { setDefinitionLanguage } from '../definition-text';
import { hindiDefinitions } from './hindi-definitions';
import { pairsOf, textsByEnglish } from './texts-by-english';

/** Shows the definitions in Hindi from now on. */
export function showHindiDefinitions(): void {
  setDefinitionLanguage(textsByEnglish(pairsOf(hindiDefinitions)));
}
