import { browser } from 'wxt/browser';
import { isOwnPage, type MessageSender, type OwnExtension } from '#extension/protocol/sender';

/** Returns `undefined` for a message that is for somebody else. */
type AnswerMessage = (message: unknown, sender: MessageSender) => Promise<unknown> | undefined;

export function ownExtension(): OwnExtension {
  // Not by URL.origin, which is the word "null" for schemes that an engine does not count as standard.
  const origin = browser.runtime.getURL('/').replace(/\/$/, '');
  return { id: browser.runtime.id, origin, popupPath: '/popup.html' };
}

/**
 * Answers messages of any sender; the answer has to check who asks. Returns an unsubscribe function.
 * Call during worker startup: a listener that is added later misses the message that woke the worker.
 */
export function answerMessages(answer: AnswerMessage): () => void {
  const hear = (message: unknown, sender: MessageSender, send: (answer: unknown) => void) => {
    const answered = answer(message, sender);
    if (answered === undefined) return undefined;
    answered.then(send, () => send(undefined));
    return true as const;
  };
  browser.runtime.onMessage.addListener(hear);
  return () => browser.runtime.onMessage.removeListener(hear);
}

/** Answers the extension's own pages and background alone: relays run in visited pages and may not ask. */
export function answerOwnPages(answer: (message: unknown) => Promise<unknown> | undefined): () => void {
  const own = ownExtension();
  return answerMessages((message, sender) => (isOwnPage(sender, own) ? answer(message) : undefined));
}
