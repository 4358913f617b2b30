import type { StackFrame } from '#core/journey/record';

/** A finished request as DevTools reports it: a HAR entry, and the response's text on demand. */
export interface FinishedRequest {
  readonly entry: unknown;
  readResponse(): Promise<string | null>;
}

export type Theme = 'light' | 'dark';

/** The inspected tab. What it reports depends on where the panel runs. */
export interface InspectedTab {
  readonly tabId: number;
  /**
   * Where the panel runs.
   * The last three have no tab: they show the sample, a collector's events, or files.
   */
  readonly hostType: 'devtools' | 'window' | 'sample' | 'collector' | 'files';
  /**
   * Reads the tab's URL. Resolves to an empty string if the browser does not reveal it.
   * The listeners miss nothing that happens after the promise has settled.
   */
  readUrl(): Promise<string>;
  reload(): void;
  /**
   * Shows a position of the page's code in the Sources panel.
   * Returns false without such a panel, or if DevTools does not have the script, whose page may have unloaded.
   */
  openSource(frame: StackFrame): Promise<boolean>;
  /** Reports the navigations of the top frame. */
  onNavigation(listener: (url: string, isNewDocument: Promise<boolean>) => void): void;
  /** Reports the tab's URL whenever it may have changed. The URL is empty if the browser does not reveal it. */
  onUrlChange(listener: (url: string) => void): void;
  /** Reports requests with status and response, because only DevTools sees them. */
  onRequestFinished(listener: (request: FinishedRequest) => void): void;
  /** Reads the requests in DevTools' log. */
  readNetworkLog(): Promise<readonly FinishedRequest[]>;
  /**
   * Notifies when the tab is closed, or if it is closed already.
   * The DevTools panel closes with its tab and never reports it.
   */
  onTabClosed(listener: () => void): void;
  /** Reports the text of DevTools' own search. The text is empty once the search is closed. */
  onSearch(listener: (text: string) => void): void;
  /** Calls back with the theme, and with each change. With `null`, the style sheet follows the browser. */
  subscribeToTheme(apply: (theme: Theme | null) => void): void;
}
