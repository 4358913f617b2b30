import type { Language } from '#i18n/language';
import { setDefinitionLanguage } from './definition-text';

/** Loads what definitions and findings say in a language, for the reference page: `load-finding-texts.ts` is for the panel. */
export async function loadReferenceTexts(language: Language): Promise<void> {
  if (language === 'en') {
    setDefinitionLanguage(new Map());
    return;
  }
  const code = await import('./hindi/hindi-in-reference').catch(() => null);
  code?.showHindiReference();
}
