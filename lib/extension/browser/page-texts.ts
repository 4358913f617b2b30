import { browser } from 'wxt/browser';
import type { MessageFunctions } from '#i18n';
import type { Language } from '#i18n/language';
import { onLanguageChange, readDisplayLanguage } from './language-storage';

/** The texts of one extension page. Each language has its own scripts. */
export interface PageTexts {
  /** Returns the language to show. */
  readLanguage(): Promise<Language>;
  /**
   * Loads the texts of the page's first screen.
   * Rejects if the extension was updated or removed while the page was open.
   */
  loadFirstTexts(language: Language): Promise<MessageFunctions>;
  /** Loads the page's other texts, together with those of the first screen. Rejects like `loadFirstTexts`. */
  loadRemainingTexts(language: Language): Promise<MessageFunctions>;
  /** Calls the listener when another language is selected. Returns an unsubscribe function. */
  subscribe(listener: (language: Language) => void): () => void;
}

type Page = 'panel' | 'popup' | 'options' | 'reference' | 'welcome';

/** The groups of texts that a page needs besides those of all pages: for its first screen, or later. */
const AREAS: Partial<Record<Page, { readonly start?: readonly string[]; readonly later?: readonly string[] }>> = {
  panel: { later: ['definitions'] },
  reference: { start: ['definitions', 'rules'] },
};

export function createPageTexts(page: Page): PageTexts {
  const load = async (name: string): Promise<MessageFunctions> =>
    (await import(/* @vite-ignore */ browser.runtime.getURL(`/texts/${name}.js` as '/panel.html'))).default;
  const loadAll = async (language: Language, names: readonly string[]): Promise<MessageFunctions> =>
    Object.fromEntries((await Promise.all(names.map((name) => load(`${language}/${name}`)))).flatMap(Object.entries));
  const { start = [], later = [] } = AREAS[page] ?? {};
  return {
    readLanguage: readDisplayLanguage,
    loadFirstTexts: (language) => loadAll(language, [page, ...start]),
    loadRemainingTexts: (language) => loadAll(language, ['all', ...later]),
    subscribe: onLanguageChange,
  };
}
