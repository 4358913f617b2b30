import type { HostActions } from '#panel/panel-host';

/** What the panel cannot do by itself: everything that reaches the browser or the page. */
export interface PanelActions extends HostActions {
  /** Asks for access to the inspected site, or that of a frame, and returns whether it was granted. Call it within a click. */
  readonly onWatch: (frameUrl?: string) => Promise<boolean>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<void>;
  /** Looks for SDKs in all frames again. */
  readonly onRescan: () => void;
}
