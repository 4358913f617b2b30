import type { FireActions } from '#panel/firing/fire-deps';
import type { HostActions } from '#panel/panel-host';

/** What the panel cannot do by itself: everything that reaches the browser or the page. */
export interface PanelActions extends FireActions, HostActions {
  /** Asks for access to the inspected site, or that of a frame, and returns whether it was granted. Call it within a click. */
  readonly onWatch: (frameUrl?: string) => Promise<boolean>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<void>;
  /** Starts or stops recording. */
  readonly onRecord: (recording: boolean) => void;
  /** Notifies after the list was cleared, so that backlogs are cleared too. */
  readonly onClear: () => void;
  /** Looks for SDKs in all frames again. */
  readonly onRescan: () => void;
}
