import MessageFormat from '@messageformat/core';
import { type MessageFunction, setMessages } from '#i18n';
import type { Language } from '#i18n/language';
import { messagesOf } from './read-messages';

/** Gives the interface its texts in a language. Each is compiled when it is first asked for: a test asks for few. */
export function showLanguage(language: Language): void {
  const messages = messagesOf(language);
  const format = new MessageFormat(language);
  const compiled = new Map<string, MessageFunction>();
  const get = (_: object, key: string | symbol) => {
    const message = messages.get(String(key));
    if (message === undefined) return undefined;
    const known = compiled.get(String(key)) ?? (format.compile(message) as MessageFunction);
    compiled.set(String(key), known);
    return known;
  };
  setMessages(new Proxy<Record<string, MessageFunction>>({}, { get }));
}
