import type { StackFrame } from '#core/journey/record';

/** A finished request as DevTools gives it: a HAR entry, and the response's text on demand. */
export interface FinishedRequest {
  readonly entry: unknown;
  readResponse(): Promise<string | null>;
}

export type Theme = 'light' | 'dark';

/** The inspected tab, as far as the panel's place lets it know of it. */
export interface InspectedTab {
  readonly tabId: number;
  /** There is no tab for the last three: the panel shows the sample, the events of a collector, or files. */
  readonly place: 'devtools' | 'window' | 'sample' | 'collector' | 'files';
  /**
   * The tab's URL; empty if the browser does not tell.
   * Once it settles, nothing that is listened to is missed.
   */
  askUrl(): Promise<string>;
  reload(): void;
  /**
   * Shows a position of the page's code in the Sources panel.
   * Returns false if there is none, or if DevTools do not have the script: its page may have unloaded.
   */
  openSource(place: StackFrame): Promise<boolean>;
  /** Navigations of the top frame. */
  listenNavigations(listener: (url: string, isNewDocument: Promise<boolean>) => void): void;
  /** Reports the tab's URL whenever it may have changed; empty if the browser does not tell. */
  listenAddress(listener: (url: string) => void): void;
  /** Requests with status and response, as only DevTools sees them. */
  listenFinishedRequests(listener: (request: FinishedRequest) => void): void;
  /** The requests that DevTools has seen so far. */
  readNetworkLog(): Promise<readonly FinishedRequest[]>;
  /**
   * Notifies when the tab was closed, or had been before the call.
   * DevTools close with their tab and never report it.
   */
  listenClosed(listener: () => void): void;
  /** Reports the text of DevTools' own search; empty once the search is closed. */
  listenSearch(listener: (text: string) => void): void;
  /** `null`: the style sheet follows the browser. */
  followTheme(apply: (theme: Theme | null) => void): void;
}
