import MessageFormat from '@messageformat/core';
import { type MessageFunction, setMessages } from '#i18n';
import { messagesOf } from './read-messages';

/** With this module imported first, the texts of the interface are there in English: for tests, and for scripts that use parts of the panel. */
const english = messagesOf('en');
const format = new MessageFormat('en');
const compiled = new Map<string, MessageFunction>();

// Compiled when first asked for: a test asks for few of them.
setMessages(
  new Proxy<Record<string, MessageFunction>>(
    {},
    {
      get(_, key) {
        const message = english.get(String(key));
        if (message === undefined) return undefined;
        const known = compiled.get(String(key)) ?? (format.compile(message) as MessageFunction);
        compiled.set(String(key), known);
        return known;
      },
    },
  ),
);
