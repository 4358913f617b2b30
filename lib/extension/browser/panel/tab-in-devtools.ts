import { browser } from 'wxt/browser';
import type { StackFrame } from '#core/journey/record';
import { bytesOfBase64 } from '#core/util/base64';
import type { FinishedRequest, InspectedTab, Theme } from '#panel/inspected-tab';
import { browserMessage } from '../browser-message';
import { followThemeChoice } from '../theme-choice';
import { hasOwnApi } from './ask-background';

/** The tab that these DevTools inspect, for a panel inside them. */
export function inspectThroughDevtools(): InspectedTab {
  return {
    tabId: browser.devtools.inspectedWindow.tabId,
    place: 'devtools',
    askUrl,
    reload: () => void browser.devtools.inspectedWindow.reload(),
    openSource,
    listenNavigations,
    listenAddress,
    listenFinishedRequests,
    readNetworkLog,
    listenClosed: () => undefined,
    listenSearch: (listener) =>
      addEventListener(SEARCH, (event) => {
        const text: unknown = 'detail' in event ? event.detail : '';
        listener(typeof text === 'string' ? text : '');
      }),
    followTheme: (apply) => followThemeChoice(apply, followTheme),
  };
}

/**
 * DevTools report a route of a single-page app as they report a page: the age of the document tells them apart.
 * One that was there at the report before has the age of that report, at least. Its own beginning would not do: where a
 * page loads, it may still be that of the page before.
 */
function listenNavigations(listener: (url: string, isNewDocument: Promise<boolean>) => void): void {
  let reportedAt = performance.now();
  browser.devtools.network.onNavigated.addListener((url) => {
    const before = reportedAt;
    reportedAt = performance.now();
    listener(url, isYoungerThan(reportedAt - before));
  });
}

async function isYoungerThan(milliseconds: number): Promise<boolean> {
  const age = await readDocumentAge();
  return age === null || age < milliseconds;
}

/** In milliseconds (High Resolution Time, section 7.1); `null` where DevTools cannot run code in the page. */
async function readDocumentAge(): Promise<number | null> {
  const value = await evaluate('performance.now()').catch(() => null);
  return typeof value === 'number' ? value : null;
}

/**
 * DevTools say nothing of a navigation to a page that extensions cannot read, such as `chrome:`. The browser reports that
 * the tab loads, without its URL, so DevTools are asked for it. Firefox gives panels no `tabs`.
 */
function listenAddress(listener: (url: string) => void): void {
  browser.devtools.network.onNavigated.addListener(listener);
  if (!hasOwnApi('tabs')) return;
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (tabId !== browser.devtools.inspectedWindow.tabId || status !== 'complete') return;
    void askUrl().then(listener, () => listener(''));
  });
}

/** Event at the panel's window: the browser reports a DevTools search only to the page that created the panel. */
const SEARCH = 'devtools-search';

/** Creates the panel. Its title follows the browser, as DevTools’ own do. */
export async function createPanel(icon: string, page: string): Promise<void> {
  const title = browserMessage('manifest_shortName');
  const panel = (await browser.devtools.panels.create(title, icon, page)) as unknown as SearchedPanel;
  let shown: Window | null = null;
  panel.onShown.addListener((window) => {
    shown = window;
    notifyOfSize(window);
  });
  const notify = (text: string | undefined) => shown?.dispatchEvent(new CustomEvent(SEARCH, { detail: text }));
  panel.onSearch?.addListener((action, text) => {
    if (action === 'performSearch') notify(text);
    else if (action === 'cancelSearch') notify('');
  });
}

/** Hidden behind another tab, a panel has no size, and the browser does not report that it has one again. */
function notifyOfSize(shown: Window): void {
  shown.requestAnimationFrame(() => shown.dispatchEvent(new Event('resize')));
}

/** Chromium tells its panels of searches; Firefox does not, and the polyfill's types do not know. */
interface SearchedPanel {
  readonly onShown: { addListener(listener: (window: Window) => void): void };
  readonly onSearch?: { addListener(listener: (action: string, text?: string) => void): void };
}

/** One round trip to the inspected page: after it, DevTools delivers its events to this panel. */
async function askUrl(): Promise<string> {
  const href = await evaluate('location.href');
  return typeof href === 'string' ? href : '';
}

/** Runs an expression in the inspected page; rejects where DevTools cannot. */
export async function evaluate(expression: string): Promise<unknown> {
  const result: unknown = await browser.devtools.inspectedWindow.eval(expression);
  // Chromium returns the value, Firefox [value, error].
  return Array.isArray(result) ? result[0] : result;
}

/** The theme of DevTools itself, now and whenever the user changes it. */
function followTheme(apply: (theme: Theme) => void): void {
  const panels = browser.devtools.panels as unknown as ThemedPanels;
  const notify = (name: string | undefined): void => apply(name === 'dark' ? 'dark' : 'light');
  notify(panels.themeName);
  if (panels.onThemeChanged) panels.onThemeChanged.addListener(notify);
  else panels.setThemeChangeHandler?.(notify);
}

/** Firefox emits an event, Chromium takes one handler; the polyfill's types know neither. */
interface ThemedPanels {
  readonly themeName?: string;
  readonly onThemeChanged?: { addListener(listener: (name: string) => void): void };
  readonly setThemeChangeHandler?: (listener: (name: string) => void) => void;
}

/** Chromium's alone; the polyfill's types do not know it. */
interface Sources {
  readonly openResource?: (
    url: string,
    line: number,
    column: number,
    onOpened: (status?: { readonly isError?: boolean }) => void,
  ) => void;
}

function openSource({ url, line, column }: StackFrame): Promise<boolean> {
  const panels = browser.devtools.panels as unknown as Sources;
  return new Promise((resolve) => {
    if (!panels.openResource) resolve(false);
    // DevTools count from 0 here.
    else panels.openResource(url, line - 1, column - 1, (status) => resolve(status?.isError !== true));
  });
}

/** Subscribes to the inspected page's finished requests. Needs no host permission. Returns an unsubscribe function. */
function listenFinishedRequests(listener: (request: FinishedRequest) => void): () => void {
  const { onRequestFinished } = browser.devtools.network;
  const handle = (request: unknown): void => listener({ entry: request, readResponse: () => readResponse(request) });
  onRequestFinished.addListener(handle);
  return () => onRequestFinished.removeListener(handle);
}

/** Returns the requests that DevTools has seen so far. Firefox has none from before its network panel was opened. */
async function readNetworkLog(): Promise<readonly FinishedRequest[]> {
  if (import.meta.env.FIREFOX) return [];
  const network = browser.devtools.network as unknown as NetworkLog;
  const log = await new Promise<HarLog>((receive) => network.getHAR(receive));
  const entries: readonly unknown[] = Array.isArray(log?.entries) ? log.entries : [];
  return entries.map((entry) => ({ entry, readResponse: () => readResponse(entry) }));
}

/** Chromium's own takes a callback; the polyfill's types know a promise. */
interface NetworkLog {
  getHAR(receive: (log: HarLog) => void): void;
}

type HarLog = { readonly entries?: unknown } | null;

type GetContent = (receive?: (content: unknown, encoding: unknown) => void) => unknown;

/** The response's text; `null` where DevTools has none. What is no text in UTF-8 stays as Base64. */
export async function readResponse(request: unknown): Promise<string | null> {
  const { getContent } = request as { readonly getContent?: GetContent };
  if (typeof getContent !== 'function') return null;
  try {
    const response = await contentOf(request, getContent);
    const [content, encoding]: readonly unknown[] = Array.isArray(response) ? response : [response];
    if (typeof content !== 'string') return null;
    return encoding === 'base64' ? textOfBase64(content) : content;
  } catch {
    return null;
  }
}

/**
 * Chromium's own object takes a callback with content and encoding, and gives no promise.
 * The polyfill and Firefox refuse a callback, and resolve to `[content, encoding]` and `[content, mimeType]`.
 */
function contentOf(request: unknown, getContent: GetContent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    try {
      const given = getContent.call(request, (...received) => resolve(received));
      if (given instanceof Promise) given.then(resolve, reject);
    } catch {
      resolve(getContent.call(request));
    }
  });
}

/** Chromium encodes each response whose content type it does not know for text. */
function textOfBase64(content: string): string {
  const bytes = bytesOfBase64(content);
  if (bytes === null) return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return content;
  }
}
