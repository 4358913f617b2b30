import type { Result } from '../result';
import type { EventKind } from '../telemetry/kinds';
import type { Fire, FireFailure } from './firing';

/** What the panel cannot do by itself: everything that reaches the browser or the page. Failures are sentences to show. */
export interface PanelActions {
  /** Fires through the SDK of the given frame. */
  readonly onFire: Fire;
  /** Asks for access to the inspected site; must be called within a click, as the browser wants it. */
  readonly onWatch: () => Promise<Result<null, FireFailure>>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<Result<null, FireFailure>>;
  /** Starts or stops recording. */
  readonly onRecord: (recording: boolean) => void;
  /** Told after the list was emptied, so that backlogs are emptied too. */
  readonly onClear: () => void;
  readonly onReload: () => void;
  /** Looks for SDKs in all frames anew. */
  readonly onLookAgain: () => void;
  readonly onCopy: (text: string) => Promise<Result<null, FireFailure>>;
  /** Opens the reference page at a kind. */
  readonly onOpenReference: (kind: EventKind) => void;
}
