import { browser } from 'wxt/browser';
import { panelHelpService } from '#extension/protocol/panel-help';
import { rpcClient } from '../rpc-call';

/** Calls the background for APIs that this page lacks. */
export const callBackground = rpcClient(panelHelpService);

/** Whether this page has an API itself. */
export function hasOwnApi(api: 'tabs' | 'permissions'): boolean {
  return (browser as Partial<typeof browser>)[api] !== undefined;
}
