import { browser } from 'wxt/browser';
import { fail } from '#core/util/result';
import {
  type AskRegistry,
  type RegistryCancel,
  type RegistryMessage,
  registryOutcomeSchema,
} from '#extension/protocol/registry-protocol';

/** Calls the registry as an entity, through the background, from any of the extension's own pages. */
export const askRegistry: AskRegistry = async (call, cancelled) => {
  const callId = crypto.randomUUID();
  const giveUp = () => {
    const message: RegistryCancel = { type: 'registry-cancel', callId };
    browser.runtime.sendMessage(message).catch(() => undefined);
  };
  cancelled?.addEventListener('abort', giveUp);
  try {
    const message: RegistryMessage = { type: 'registry', callId, call };
    return registryOutcomeSchema.parse(await browser.runtime.sendMessage(message));
  } catch {
    // An extension that was reloaded or removed answers nothing to a panel of its former life.
    return fail({ reason: 'no-background', detail: '' });
  } finally {
    cancelled?.removeEventListener('abort', giveUp);
  }
};
