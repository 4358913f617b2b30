import { browser } from 'wxt/browser';
import { panelHelpService } from '#extension/protocol/panel-help';
import { rpcClient } from '../rpc-call';

/** Calls the background for what this page cannot do by itself. */
export const callBackground = rpcClient(panelHelpService);

/** Whether this page has an API by itself. */
export function hasBackground(api: 'tabs' | 'permissions'): boolean {
  return (browser as Partial<typeof browser>)[api] !== undefined;
}
