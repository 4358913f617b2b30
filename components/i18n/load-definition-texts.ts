import { i18n } from '#i18n';

const isHindi = () => i18n.t('language.tag') === 'hi';

/**
 * Loads what findings and definitions say in the language of the page.
 * English needs nothing, and stands in where the extension was updated or removed under the open page.
 */
export async function loadFindingTexts(): Promise<void> {
  if (!isHindi()) return;
  await import('./hindi/hindi-in-panel').then(({ useHindiInPanel }) => useHindiInPanel()).catch(() => undefined);
}

/**
 * The same for the reference page.
 * What sets the language of headlines is in the panel's own file, which other pages cannot load.
 */
export async function loadReferenceTexts(): Promise<void> {
  if (!isHindi()) return;
  await import('./hindi/hindi-in-reference')
    .then(({ showHindiReference }) => showHindiReference())
    .catch(() => undefined);
}
