import { type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { messagesOf } from './read-messages';
import { compileOnDemand } from './set-ui-messages';

/** Cached because test files with shared modules would reread the locale. */
const compiledLocales = new Map<Language, MessageFunctions>();

/** Sets the language of the UI texts. */
export function showLanguage(language: Language): void {
  const messages = compiledLocales.get(language) ?? compileOnDemand(language, messagesOf(language));
  compiledLocales.set(language, messages);
  setMessages(messages);
}
