import { browser } from 'wxt/browser';

/** Who sent a message, as the browser says it. */
interface Sender {
  readonly id?: string;
  readonly url?: string;
  readonly origin?: string;
  readonly tab?: { readonly id?: number | undefined };
}

/** The relays in visited pages talk to the background too; some things only the extension's own pages may ask. */
export function isOwnPage({ url }: Pick<Sender, 'url'>): boolean {
  return url?.startsWith(browser.runtime.getURL('/')) ?? false;
}

/**
 * Answers messages with a promise; `undefined` leaves a message to others. The undo stops it.
 * To be called while the worker starts, or the message that woke it is missed.
 */
export function answerMessages(answer: (message: unknown, sender: Sender) => Promise<unknown> | undefined): () => void {
  const hear = (message: unknown, sender: Sender, send: (answer: unknown) => void) => {
    const answered = answer(message, sender);
    if (answered === undefined) return undefined;
    answered.then(send, () => send(undefined));
    return true as const;
  };
  browser.runtime.onMessage.addListener(hear);
  return () => browser.runtime.onMessage.removeListener(hear);
}
