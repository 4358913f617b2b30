import type { MessageFunctions } from '#i18n';
import { LANGUAGES, type Language } from '#i18n/language';

/** Loads the texts of the page, from a separate script for each language. */
export const collectorTexts = {
  /** Returns the first of the browser's preferred languages that the page supports, or English. */
  readLanguage: async (): Promise<Language> => {
    const preferred = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
    return preferred.flatMap((tag) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? 'en';
  },
  loadFirstTexts: (language: Language): Promise<MessageFunctions> => loadAll(language, ['all']),
  loadRemainingTexts: (language: Language): Promise<MessageFunctions> => loadAll(language, ['definitions']),
  /** Does nothing: the language can change only by the browser's settings. */
  subscribe: () => () => undefined,
};

async function loadAll(language: Language, names: readonly string[]): Promise<MessageFunctions> {
  const modules = await Promise.all(names.map((name) => load(`/texts/${language}/${name}.js`)));
  return Object.fromEntries(modules.flatMap(Object.entries));
}

async function load(url: string): Promise<MessageFunctions> {
  return (await import(/* @vite-ignore */ url)).default;
}
