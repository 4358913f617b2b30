import { browser } from 'wxt/browser';
import { askHelper, has } from './ask-helper';

/** Opens one of the extension's own pages beside the inspected tab. */
export function openOwnPage(path: string): void {
  const { href: url } = new URL(path, browser.runtime.getURL('/'));
  if (has('tabs')) void browser.tabs.create({ url });
  else void askHelper({ type: 'panel-help', request: 'open-page', url });
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
