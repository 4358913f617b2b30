import { signal } from '@preact/signals';
import {
  type GeneratedI18nStructure,
  i18n,
  listenReads,
  type MessageFunctions,
  setMessages,
  setPendingMessages,
} from '#i18n';
import type { Language } from '#i18n/language';

/** Where the texts of a page come from: `lib/extension/browser/page-texts.ts`. */
interface TextSource {
  readonly language: () => Promise<Language>;
  readonly start: (language: Language) => Promise<MessageFunctions>;
  readonly later: (language: Language) => Promise<MessageFunctions>;
  readonly listen: (listener: (language: Language) => void) => () => void;
}

/** A text without values. A template here would name all pages, and give each of them the titles of all. */
type PlainKey = {
  [Key in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Key] extends { readonly namedSubstitutions: unknown }
    ? never
    : Key;
}[keyof GeneratedI18nStructure];

export interface PageLanguage {
  readonly source: TextSource;
  readonly page: Document;
  readonly titleKey: PlainKey;
}

/** Read with every text: what shows one is rendered anew when the language changes. */
const shownLanguage = signal({});

/**
 * Loads the texts that a page starts with, and resolves when it can be rendered.
 * The rest is loaded after that. When another language is chosen, the texts are replaced at once and the page is
 * rendered anew.
 */
export async function startLanguage({ source, page, titleKey }: PageLanguage): Promise<void> {
  let wanted = await source.language();
  let isIncomplete = false;
  const show = (messages: MessageFunctions): void => {
    setMessages(messages);
    shownLanguage.value = {};
    namePage(page, i18n.t(titleKey));
  };
  const change = async (language: Language): Promise<void> => {
    wanted = language;
    const [start, later] = await Promise.all([source.start(language), source.later(language)]);
    if (wanted !== language) return;
    show({ ...start, ...later });
  };
  listenReads((isLoaded) => {
    if (!isLoaded) isIncomplete = true;
    return shownLanguage.value;
  });
  source.listen((language) => void change(language).catch(() => undefined));
  const language = wanted;
  const start = await source.start(language);
  show(start);
  const later = source.later(language).then((messages) => {
    if (wanted !== language) return;
    setMessages({ ...start, ...messages });
    if (isIncomplete) shownLanguage.value = {};
  });
  // Without them the parts that need them cannot be loaded either, and say so.
  setPendingMessages(later.catch(() => undefined));
}

/** Names a page of the extension, and says which language its texts are in: for screen readers, fonts and hyphenation. */
function namePage(page: Document, title: string): void {
  page.title = title;
  page.documentElement.lang = i18n.t('language.tag');
  page.documentElement.dir = i18n.t('language.direction');
}
