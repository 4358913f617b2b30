import { browser } from 'wxt/browser';
import type { PanelHelp } from '#extension/protocol/panel-help';

/** Asks the background. What comes back is for the caller to check. */
export function askHelper(help: PanelHelp): Promise<unknown> {
  return browser.runtime.sendMessage(help);
}

/** Whether this page has an API by itself. */
export function has(api: 'tabs' | 'permissions'): boolean {
  return (browser as Partial<typeof browser>)[api] !== undefined;
}
