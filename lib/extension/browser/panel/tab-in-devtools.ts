import { browser } from 'wxt/browser';
import type { StackFrame } from '#core/journey/record';
import { decodeBase64 } from '#core/util/base64';
import type { FinishedRequest, InspectedTab, Theme } from '#panel/inspected-tab';
import { browserMessage } from '../browser-message';
import { subscribeToTheme } from '../theme-storage';
import { hasOwnApi } from './ask-background';

/** Creates the inspected tab of a panel inside DevTools. */
export function inspectThroughDevtools(): InspectedTab {
  return {
    tabId: browser.devtools.inspectedWindow.tabId,
    hostType: 'devtools',
    readUrl,
    reload: () => void browser.devtools.inspectedWindow.reload(),
    openSource,
    onNavigation,
    onUrlChange,
    onRequestFinished,
    readNetworkLog,
    onTabClosed: () => undefined,
    onSearch: (listener) =>
      addEventListener(SEARCH_EVENT, (event) => {
        const text: unknown = 'detail' in event ? event.detail : '';
        listener(typeof text === 'string' ? text : '');
      }),
    subscribeToTheme: (apply) => subscribeToTheme(apply, subscribeToDevtoolsTheme),
  };
}

/**
 * Reports navigations. A new document is distinguished from a route of a single-page app by its age.
 * A document that existed at the previous report is at least as old as that report. The document's start time is
 * unsuitable, because while a page loads, DevTools may still read that of the previous page.
 */
function onNavigation(listener: (url: string, isNewDocument: Promise<boolean>) => void): void {
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

/**
 * Returns the document's age in milliseconds (High Resolution Time, section 7.1).
 * `null` if DevTools cannot run code in the page.
 */
async function readDocumentAge(): Promise<number | null> {
  const value = await evaluate('performance.now()').catch(() => null);
  return typeof value === 'number' ? value : null;
}

/**
 * Reports the tab's URL.
 * DevTools does not report a navigation to a page that extensions cannot read, such as `chrome:`. The browser reports
 * that the tab loads, without its URL, which is then read through DevTools. Panels in Firefox have no `tabs` API.
 */
function onUrlChange(listener: (url: string) => void): void {
  browser.devtools.network.onNavigated.addListener(listener);
  if (!hasOwnApi('tabs')) return;
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (tabId !== browser.devtools.inspectedWindow.tabId || status !== 'complete') return;
    void readUrl().then(listener, () => listener(''));
  });
}

/**
 * Event on the panel's window.
 * The browser reports a DevTools search only to the page that created the panel.
 */
const SEARCH_EVENT = 'devtools-search';

/** Creates the panel. Its title is in the browser's language, like those of DevTools. */
export async function createPanel(icon: string, page: string): Promise<void> {
  const title = browserMessage('manifest_shortName');
  const panel = (await browser.devtools.panels.create(title, icon, page)) as unknown as SearchedPanel;
  let panelWindow: Window | null = null;
  panel.onShown.addListener((window) => {
    panelWindow = window;
    dispatchResize(window);
  });
  const notify = (text: string | undefined) =>
    panelWindow?.dispatchEvent(new CustomEvent(SEARCH_EVENT, { detail: text }));
  panel.onSearch?.addListener((action, text) => {
    if (action === 'performSearch') notify(text);
    else if (action === 'cancelSearch') notify('');
  });
}

/**
 * Dispatches `resize` when the panel is shown.
 * A hidden panel has no size, and no event reports the new size.
 */
function dispatchResize(panelWindow: Window): void {
  panelWindow.requestAnimationFrame(() => panelWindow.dispatchEvent(new Event('resize')));
}

/** Chromium reports searches to panels; Firefox does not. The polyfill's types lack the event. */
interface SearchedPanel {
  readonly onShown: { addListener(listener: (window: Window) => void): void };
  readonly onSearch?: { addListener(listener: (action: string, text?: string) => void): void };
}

/**
 * Reads the URL by a round trip to the inspected page.
 * DevTools delivers all further events to this panel.
 */
async function readUrl(): Promise<string> {
  const href = await evaluate('location.href');
  return typeof href === 'string' ? href : '';
}

/** Runs an expression in the inspected page. Rejects if DevTools cannot. */
export async function evaluate(expression: string): Promise<unknown> {
  const result: unknown = await browser.devtools.inspectedWindow.eval(expression);
  // Chromium resolves with the value, Firefox with `[value, error]`.
  return Array.isArray(result) ? result[0] : result;
}

/** Calls back with the theme of DevTools, and with each change. */
function subscribeToDevtoolsTheme(apply: (theme: Theme) => void): void {
  const panels = browser.devtools.panels as unknown as ThemedPanels;
  const notify = (name: string | undefined): void => apply(name === 'dark' ? 'dark' : 'light');
  notify(panels.themeName);
  if (panels.onThemeChanged) panels.onThemeChanged.addListener(notify);
  else panels.setThemeChangeHandler?.(notify);
}

/** Firefox emits an event, Chromium accepts one handler. The polyfill's types lack both. */
interface ThemedPanels {
  readonly themeName?: string;
  readonly onThemeChanged?: { addListener(listener: (name: string) => void): void };
  readonly setThemeChangeHandler?: (listener: (name: string) => void) => void;
}

/** Exists only in Chromium. The polyfill's types lack it. */
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
    // `openResource` counts lines and columns from 0.
    else panels.openResource(url, line - 1, column - 1, (status) => resolve(status?.isError !== true));
  });
}

/**
 * Subscribes to the inspected page's finished requests.
 * Needs no host permission. Returns an unsubscribe function.
 */
function onRequestFinished(listener: (request: FinishedRequest) => void): () => void {
  const { onRequestFinished } = browser.devtools.network;
  const handle = (request: unknown): void => listener({ entry: request, readResponse: () => readResponse(request) });
  onRequestFinished.addListener(handle);
  return () => onRequestFinished.removeListener(handle);
}

/** Returns the requests in DevTools' log. Empty in Firefox. */
async function readNetworkLog(): Promise<readonly FinishedRequest[]> {
  if (import.meta.env.FIREFOX) return [];
  const network = browser.devtools.network as unknown as NetworkLog;
  const log = await new Promise<HarLog>((receive) => network.getHAR(receive));
  const entries: readonly unknown[] = Array.isArray(log?.entries) ? log.entries : [];
  return entries.map((entry) => ({ entry, readResponse: () => readResponse(entry) }));
}

/** Chromium's API takes a callback; the polyfill's types declare a promise. */
interface NetworkLog {
  getHAR(receive: (log: HarLog) => void): void;
}

type HarLog = { readonly entries?: unknown } | null;

type GetContent = (receive?: (content: unknown, encoding: unknown) => void) => unknown;

/**
 * Returns the response's text, or `null` if DevTools has none.
 * Data that is not UTF-8 text stays in Base64.
 */
export async function readResponse(request: unknown): Promise<string | null> {
  const { getContent } = request as { readonly getContent?: GetContent };
  if (typeof getContent !== 'function') return null;
  try {
    const response = await readContent(request, getContent);
    const [content, encoding]: readonly unknown[] = Array.isArray(response) ? response : [response];
    if (typeof content !== 'string') return null;
    return encoding === 'base64' ? decodeBase64Text(content) : content;
  } catch {
    return null;
  }
}

/**
 * Calls `getContent` with a callback in Chromium, and without one elsewhere.
 * Chromium's object takes a callback with content and encoding, and returns no promise. The polyfill and Firefox reject
 * a callback. The polyfill resolves to `[content, encoding]`, Firefox to `[content, mimeType]`.
 */
function readContent(request: unknown, getContent: GetContent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    try {
      const returned = getContent.call(request, (...received) => resolve(received));
      if (returned instanceof Promise) returned.then(resolve, reject);
    } catch {
      resolve(getContent.call(request));
    }
  });
}

/**
 * Decodes Base64 that contains UTF-8 text.
 * Chromium encodes each response whose content type it does not treat as text.
 */
function decodeBase64Text(content: string): string {
  const bytes = decodeBase64(content);
  if (bytes === null) return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return content;
  }
}
