import type { Language } from '#i18n/language';

let shown: Language = 'en';

/**
 * Loads what findings and definitions say in a language.
 * English needs nothing, and stands in where the extension was updated or removed under the open page.
 */
export async function loadFindingTexts(language: Language): Promise<void> {
  if (language === shown) return;
  const code = await import('./hindi/hindi-in-panel').catch(() => null);
  if (code === null) return;
  if (language === 'hi') code.useHindiInPanel();
  else code.showEnglish();
  shown = language;
}
