import { signal } from '@preact/signals';
import {
  type GeneratedI18nStructure,
  i18n,
  type MessageFunctions,
  onTextRead,
  setMessages,
  setPendingMessages,
} from '#i18n';
import type { Language } from '#i18n/language';

/** Loads the texts of a page. Implemented by `page-texts.ts` in the extension, and by `collector-texts.ts`. */
interface TextSource {
  readonly readLanguage: () => Promise<Language>;
  readonly loadFirstTexts: (language: Language) => Promise<MessageFunctions>;
  readonly loadRemainingTexts: (language: Language) => Promise<MessageFunctions>;
  readonly subscribe: (listener: (language: Language) => void) => () => void;
}

/**
 * The key of a text without placeholders.
 * A template type would match the titles of all pages, and load all of them on each page.
 */
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

/** Read with every text, so that components are rerendered when the language changes. */
const languageChange = signal({});

/**
 * Loads the texts that a page starts with, and resolves when the page can be rendered.
 * The other texts are loaded afterwards. A change of the language replaces all texts and rerenders the page.
 */
export async function startLanguage({ source, page, titleKey }: PageLanguage): Promise<void> {
  let requestedLanguage = await source.readLanguage();
  let isIncomplete = false;
  let shownLanguage: Language | null = null;
  const show = (language: Language, messages: MessageFunctions): void => {
    shownLanguage = language;
    setMessages(messages);
    languageChange.value = {};
    setPageMetadata(page, i18n.t(titleKey));
  };
  const change = async (language: Language): Promise<void> => {
    requestedLanguage = language;
    const [firstTexts, remainingTexts] = await Promise.all([
      source.loadFirstTexts(language),
      source.loadRemainingTexts(language),
    ]);
    if (requestedLanguage !== language) return;
    show(language, { ...firstTexts, ...remainingTexts });
  };
  onTextRead((isLoaded) => {
    if (!isLoaded) isIncomplete = true;
    return languageChange.value;
  });
  source.subscribe((language) => void change(language).catch(() => undefined));
  const language = requestedLanguage;
  const firstTexts = await source.loadFirstTexts(language);
  // Texts of a language that was selected meanwhile stay.
  if (shownLanguage === null) show(language, firstTexts);
  const remaining = source.loadRemainingTexts(language).then((messages) => {
    if (shownLanguage !== language) return;
    setMessages({ ...firstTexts, ...messages });
    if (isIncomplete) languageChange.value = {};
  });
  // If these texts cannot be loaded, neither can the code that needs them, which then reports the failure.
  setPendingMessages(remaining.catch(() => undefined));
}

/** Sets the title, `lang` and `dir` of a page. Screen readers, fonts and hyphenation depend on `lang`. */
function setPageMetadata(page: Document, title: string): void {
  page.title = title;
  page.documentElement.lang = i18n.t('language.tag');
  page.documentElement.dir = i18n.t('language.direction');
}
