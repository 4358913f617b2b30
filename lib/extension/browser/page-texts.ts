import { browser } from 'wxt/browser';
import type { MessageFunctions } from '#i18n';
import type { Language } from '#i18n/language';
import { chosenLanguage, listenLanguage } from './language-choice';

/** The texts of one page of the extension, each in a script of the language that it is in. */
export interface PageTexts {
  /** The language to show. */
  language(): Promise<Language>;
  /** Loads the texts of the page's first screen. Rejects if the extension was updated or removed under the page. */
  start(language: Language): Promise<MessageFunctions>;
  /** All texts of the page. Rejects as `start` does. */
  later(language: Language): Promise<MessageFunctions>;
  /** Tells another language when it is chosen. Returns an unsubscribe function. */
  listen(listener: (language: Language) => void): () => void;
}

type Page = 'panel' | 'popup' | 'options' | 'reference' | 'welcome';

/** The areas of texts that a page shows beside those of all pages: with its first screen, or after it. */
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
    language: chosenLanguage,
    start: (language) => loadAll(language, [page, ...start]),
    later: (language) => loadAll(language, ['all', ...later]),
    listen: listenLanguage,
  };
}
