import { browser } from 'wxt/browser';
import {
  type AskIdentity,
  IDENTITY_CHANGED,
  type IdentityMessage,
  identityChangedSchema,
  identityRequests,
} from '../messaging/identity';

/** Asks the background about identities, from any of the extension's own pages. */
export const askIdentity: AskIdentity = async (request, payload) => {
  const message: IdentityMessage = { type: 'identity', request, payload };
  return identityRequests[request].answer.parse(await browser.runtime.sendMessage(message));
};

/** Tells every open page of the extension that identities changed. That none is open is no failure. */
export function announceIdentityChange(): void {
  browser.runtime.sendMessage(IDENTITY_CHANGED).catch(() => undefined);
}

/** Listens for changes of identities; the undo stops it. */
export function listenForIdentityChange(onChange: () => void): () => void {
  const hear = (message: unknown) => {
    if (identityChangedSchema.safeParse(message).success) onChange();
  };
  browser.runtime.onMessage.addListener(hear);
  return () => browser.runtime.onMessage.removeListener(hear);
}

/** Who sent a message, as the browser says it. */
interface Sender {
  readonly id?: string;
  readonly url?: string;
  readonly origin?: string;
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
