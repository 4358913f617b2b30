import { browser } from 'wxt/browser';
import { type AskRegistry, registryOutcomeSchema } from '../messaging/registry';

/** Calls the registry as an entity, through the background, from any of the extension's own pages. */
export const askRegistry: AskRegistry = async (call) =>
  registryOutcomeSchema.parse(await browser.runtime.sendMessage({ type: 'registry', call }));
