import { browser } from 'wxt/browser';
import { userGuideOpener } from '#panel/user-guide';
import { callBackground, hasOwnApi } from './panel/ask-background';

/** Opens one of the extension's own pages beside the inspected tab. */
export async function openOwnPage(path: string): Promise<void> {
  if (hasOwnApi('tabs')) await browser.tabs.create({ url: browser.runtime.getURL('/') + path.replace(/^\/+/, '') });
  else await callBackground('openOwnPage', { path });
}

/** Shows what the extension does and how to begin, in a tab of its own. */
export function openWelcome(): void {
  void openOwnPage('welcome.html');
}

/** Shows the options page, in a tab of its own. */
export function openOptions(): void {
  void browser.runtime.openOptionsPage();
}

/** Returns the active tab; its URL is empty if the browser does not tell it. */
export async function readActiveTab(): Promise<{ readonly id: number; readonly url: string } | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { id: tab.id, url: tab.url ?? '' };
}

/** Returns a function that opens the user guide of the extension's homepage, or `null` until the manifest has one. */
export function ownUserGuideOpener(): (() => void) | null {
  return userGuideOpener(browser.runtime.getManifest().homepage_url ?? '');
}
