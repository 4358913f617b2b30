import type { MessageFunctions } from '#i18n';
import { LANGUAGES, type Language } from '#i18n/language';

/** The texts of the page, each in a script of the language that it is in. */
export const collectorTexts = {
  /** The first language of the browser that the page has. */
  language: async (): Promise<Language> => {
    const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
    return wanted.flatMap((tag) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? 'en';
  },
  start: (language: Language): Promise<MessageFunctions> => loadAll(language, ['all']),
  later: (language: Language): Promise<MessageFunctions> => loadAll(language, ['definitions']),
  /** The browser's languages change with its settings only. */
  listen: () => () => undefined,
};

async function loadAll(language: Language, names: readonly string[]): Promise<MessageFunctions> {
  const modules = await Promise.all(names.map((name) => load(`/texts/${language}/${name}.js`)));
  return Object.fromEntries(modules.flatMap(Object.entries));
}

async function load(url: string): Promise<MessageFunctions> {
  return (await import(/* @vite-ignore */ url)).default;
}
