import { type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { messagesOf } from './read-messages';
import { compileOnDemand } from './show-messages';

/** Kept: test files that share their modules would each read the locale again. */
const known = new Map<Language, MessageFunctions>();

/** Gives the interface its texts in a language. */
export function showLanguage(language: Language): void {
  const messages = known.get(language) ?? compileOnDemand(language, messagesOf(language));
  known.set(language, messages);
  setMessages(messages);
}
