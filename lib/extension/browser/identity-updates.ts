import { browser } from 'wxt/browser';
import { type ActingState, actingStateSchema } from '#extension/protocol/acting-state';
import { IDENTITY_CHANGED, identityChangedSchema } from '#extension/protocol/identity-changed';
import type { IdentityMessage } from '#extension/protocol/identity-protocol';
import { answerOwnPages } from './background/message-handler';

/** Asks the background who is logged in where: all that a page needs that only shows it. */
export async function askActingState(): Promise<ActingState> {
  const message: IdentityMessage = { type: 'identity', request: 'state', payload: {} };
  return actingStateSchema.parse(await browser.runtime.sendMessage(message));
}

/** Tells every open page of the extension that identities changed. That none is open is no failure. */
export function announceIdentityChange(): void {
  browser.runtime.sendMessage(IDENTITY_CHANGED).catch(() => undefined);
}

/** Listens for changes of identities; the undo stops it. */
export function listenForIdentityChange(onChange: () => void): () => void {
  return answerOwnPages((message) => {
    if (identityChangedSchema.safeParse(message).success) onChange();
    return undefined;
  });
}
