import { i18n } from '#i18n';

/** Loads what findings and definitions say in the language of the page. English needs nothing, and stands in where that fails. */
export async function loadDefinitionTexts(): Promise<void> {
  if (i18n.t('language.tag') !== 'hi') return;
  try {
    const { showHindi } = await import('./hindi/show-hindi');
    showHindi();
  } catch {
    // The extension was updated or removed under the open page.
  }
}
