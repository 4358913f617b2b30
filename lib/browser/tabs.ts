import { browser } from 'wxt/browser';

/** Opens one of the extension's own pages beside the inspected tab. */
export function openOwnPage(path: string): void {
  void browser.tabs.create({ url: new URL(path, browser.runtime.getURL('/')).href });
}

/** The tab that the person looks at, where the extension may know its address. */
export async function activeTabUrl(): Promise<string> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.url ?? '';
}
