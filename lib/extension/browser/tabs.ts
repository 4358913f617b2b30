import { browser } from 'wxt/browser';
import { userGuideOpener } from '#panel/user-guide';
import { callBackground, hasOwnApi } from './panel/ask-background';

/** Opens one of the extension's own pages in a tab, also from DevTools. */
export async function openExtensionPage(path: string): Promise<void> {
  if (hasOwnApi('tabs')) await browser.tabs.create({ url: browser.runtime.getURL('/') + path.replace(/^\/+/, '') });
  else await callBackground('openExtensionPage', { path });
}

/** Opens the welcome page, in a separate tab. */
export function openWelcome(): void {
  void openExtensionPage('welcome.html');
}

/** Opens the options page, in a separate tab. */
export function openOptions(): void {
  void browser.runtime.openOptionsPage();
}

/** Returns the active tab. Its URL is empty if the browser does not reveal it. */
export async function readActiveTab(): Promise<{ readonly id: number; readonly url: string } | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { id: tab.id, url: tab.url ?? '' };
}

/**
 * Returns a function that opens the user guide of the extension's homepage.
 * Returns `null` if the manifest has no homepage.
 */
export function ownUserGuideOpener(): (() => void) | null {
  return userGuideOpener(browser.runtime.getManifest().homepage_url ?? '');
}
