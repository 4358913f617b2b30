import { setDefinitionLanguage } from '../definition-text';
import { setFindingLanguage } from '../finding-text';
import { setHeadlineLanguage } from '../headline-text';
import { hindiDefinitions } from './hindi-definitions';
import { hindiFindings } from './hindi-findings';
import { textsByEnglish } from './texts-by-english';

/** Shows findings, definitions and headlines in Hindi from now on. */
export function showHindi(): void {
  setFindingLanguage(hindiFindings);
  setDefinitionLanguage(textsByEnglish(hindiDefinitions));
  setHeadlineLanguage(hindiDefinitions.headlines);
}
