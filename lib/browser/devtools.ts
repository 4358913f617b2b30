import { browser } from 'wxt/browser';

/** The tab that this panel inspects. */
export function inspectedTabId(): number {
  return browser.devtools.inspectedWindow.tabId;
}

/** One round trip to the inspected page: after it, DevTools delivers its events to this panel. Answers the page's address. */
export async function askInspectedUrl(): Promise<string> {
  const answer: unknown = await browser.devtools.inspectedWindow.eval('location.href');
  // Chromium answers with the value, Firefox with [value, error].
  const value = Array.isArray(answer) ? answer[0] : answer;
  return typeof value === 'string' ? value : '';
}

export function reloadInspected(): void {
  void browser.devtools.inspectedWindow.reload();
}

export function listenNavigations(listener: (url: string) => void): () => void {
  const { onNavigated } = browser.devtools.network;
  onNavigated.addListener(listener);
  return () => onNavigated.removeListener(listener);
}

export type Theme = 'light' | 'dark';

/** The theme of DevTools itself, now and whenever the person changes it. */
export function followTheme(apply: (theme: Theme) => void): void {
  const panels = browser.devtools.panels as unknown as ThemedPanels;
  const tell = (name: string | undefined): void => apply(name === 'dark' ? 'dark' : 'light');
  tell(panels.themeName);
  if (panels.onThemeChanged) panels.onThemeChanged.addListener(tell);
  else panels.setThemeChangeHandler?.(tell);
}

/** Firefox raises an event, Chromium takes one handler; the polyfill's types know neither. */
interface ThemedPanels {
  readonly themeName?: string;
  readonly onThemeChanged?: { addListener(listener: (name: string) => void): void };
  readonly setThemeChangeHandler?: (listener: (name: string) => void) => void;
}

export async function createPanel(title: string, icon: string, page: string): Promise<void> {
  await browser.devtools.panels.create(title, icon, page);
}
