import MessageFormat from '@messageformat/core';
import { type MessageFunction, type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { messagesOf } from './read-messages';

/** Kept: test files that share their modules would each read the locale again. */
const known = new Map<Language, MessageFunctions>();

/** Gives the interface its texts in a language. */
export function showLanguage(language: Language): void {
  const messages = known.get(language) ?? readMessages(language);
  known.set(language, messages);
  setMessages(messages);
}

/** The messages of a language. Each is compiled when it is first asked for: a test asks for few. */
function readMessages(language: Language): MessageFunctions {
  const messages = messagesOf(language);
  const format = new MessageFormat(language);
  const compiled = new Map<string, MessageFunction>();
  const get = (_: object, key: string | symbol) => {
    const message = messages.get(String(key));
    if (message === undefined) return undefined;
    const text = compiled.get(String(key)) ?? (format.compile(message) as MessageFunction);
    compiled.set(String(key), text);
    return text;
  };
  return new Proxy<Record<string, MessageFunction>>({}, { get });
}
