import { browser } from 'wxt/browser';
import { askHelper, has } from './ask-helper';

/** Opens one of the extension's own pages beside the inspected tab. */
export async function openOwnPage(path: string): Promise<void> {
  if (has('tabs')) await browser.tabs.create({ url: browser.runtime.getURL('/') + path.replace(/^\/+/, '') });
  else await askHelper({ type: 'panel-help', request: 'open-own-page', path });
}

/** Shows the options page, in a tab of its own. */
export function openOptions(): void {
  void browser.runtime.openOptionsPage();
}

/** The tab that the person looks at. */
export async function activeTabId(): Promise<number | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

/** The address of the tab that the person looks at, where the extension may know its address. */
export async function activeTabUrl(): Promise<string> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.url ?? '';
}
