import { envelopeFields } from '#core/telemetry/envelope';
import { setDefinitionLanguage } from '../definition-text';
import { setHeadlineTranslator } from '../headline-text';
import { createHeadlineTranslator } from '../headline-translator';
import { hindiDefinitions } from './hindi-definitions';
import { pairsOf, pairsOfFields, textsByEnglish } from './texts-by-english';

/** Shows findings, definitions and headlines in Hindi from now on. */
export function useHindiInPanel(): void {
  const ofEnvelope = pairsOfFields(envelopeFields(), hindiDefinitions.envelope);
  setDefinitionLanguage(textsByEnglish([...pairsOf(hindiDefinitions), ...ofEnvelope]));
  setHeadlineTranslator(createHeadlineTranslator(hindiDefinitions.headlines));
}

/** Shows them in English again. */
export function showEnglish(): void {
  setDefinitionLanguage(new Map());
  setHeadlineTranslator(null);
}
