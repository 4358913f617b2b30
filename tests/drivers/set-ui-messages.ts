import MessageFormat from '@messageformat/core';
import type { Messages } from '#build/i18n/locale-file';
import { type MessageFunction, type MessageFunctions, setMessages } from '#i18n';
import type { Language } from '#i18n/language';

/** Sets these messages of a language as the UI texts. */
export function setUiMessages(language: Language, messages: Messages): void {
  setMessages(compileOnDemand(language, messages));
}

/** Compiles each message on first access, because a test uses only a few messages. */
export function compileOnDemand(language: Language, messages: Messages): MessageFunctions {
  const format = new MessageFormat(language);
  const compiled = new Map<string, MessageFunction>();
  const get = (_: object, key: string | symbol) => {
    const message = messages.get(String(key));
    if (message === undefined) return undefined;
    const messageFunction = compiled.get(String(key)) ?? (format.compile(message) as MessageFunction);
    compiled.set(String(key), messageFunction);
    return messageFunction;
  };
  return new Proxy<Record<string, MessageFunction>>({}, { get });
}
