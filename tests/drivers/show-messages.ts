import MessageFormat from '@messageformat/core';
import type { Messages } from '#build/i18n/locale-file';
import { type MessageFunction, type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';

/** Gives the interface these texts of a language. */
export function showMessages(language: Language, messages: Messages): void {
  setMessages(compileOnDemand(language, messages));
}

/** Each message is compiled when it is first asked for: a test asks for few. */
export function compileOnDemand(language: Language, messages: Messages): MessageFunctions {
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
