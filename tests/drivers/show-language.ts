import { type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { readMessages } from './read-messages';
import { compileOnDemand } from './set-ui-messages';

/** Cached, because several test files can share this module and would read the locale again. */
const compiledLocales = new Map<Language, MessageFunctions>();

/** Sets the language of the UI texts. */
export function showLanguage(language: Language): void {
  const messages = compiledLocales.get(language) ?? compileOnDemand(language, readMessages(language));
  compiledLocales.set(language, messages);
  setMessages(messages);
}
