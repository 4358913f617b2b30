import type { FireActions } from '#extension/panel/firing/fire-deps';
import type { HostActions } from '#extension/panel/panel-host';

/** What the panel cannot do by itself: everything that reaches the browser or the page. */
export interface PanelActions extends FireActions, HostActions {
  /** Asks for access to the inspected site, and returns whether it was granted. Call it within a click. */
  readonly onWatch: () => Promise<boolean>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<void>;
  /** Starts or stops recording. */
  readonly onRecord: (recording: boolean) => void;
  /** Told after the list was emptied, so that backlogs are emptied too. */
  readonly onClear: () => void;
  /** Looks for SDKs in all frames again. */
  readonly onRescan: () => void;
}
