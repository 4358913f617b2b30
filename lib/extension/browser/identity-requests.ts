import { browser } from 'wxt/browser';
import { type AskIdentity, type IdentityMessage, identityRequests } from '#extension/protocol/identity-protocol';

/** Asks the background about identities, from any of the extension's own pages. */
export const askIdentity: AskIdentity = async (request, payload) => {
  const message: IdentityMessage = { type: 'identity', request, payload };
  return identityRequests[request].answer.parse(await browser.runtime.sendMessage(message));
};
