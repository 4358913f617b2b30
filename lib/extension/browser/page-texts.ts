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
  /** All texts. Rejects as `start` does. */
  later(language: Language): Promise<MessageFunctions>;
  /** Tells another language when it is chosen. Returns an unsubscribe function. */
  listen(listener: (language: Language) => void): () => void;
}

export function createPageTexts(page: 'panel' | 'popup' | 'options' | 'reference' | 'welcome'): PageTexts {
  const load = async (name: string): Promise<MessageFunctions> =>
    (await import(/* @vite-ignore */ browser.runtime.getURL(`/texts/${name}.js` as '/panel.html'))).default;
  return {
    language: chosenLanguage,
    start: (language) => load(`${language}/${page}`),
    later: (language) => load(`${language}/all`),
    listen: listenLanguage,
  };
}
