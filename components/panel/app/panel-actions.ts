import type { EventKind } from '#core/telemetry/kinds';
import type { Result } from '#core/util/result';
import type { Fire, FireFailure } from '#extension/panel/firing/firing';
import type { PostWitness } from '#extension/panel/firing/posting';
import type { EarlierSessions } from '#extension/panel/persistence/earlier-captures';
import type { PostToCollector } from '#extension/protocol/collector-protocol';

/** The way past the page, straight to a collector. */
interface CollectorActions {
  /** Asks for access to the host of an address; must be called within a click, as the browser wants it. */
  readonly askAccess: (url: string) => Promise<boolean>;
  readonly send: PostToCollector;
  readonly witness: PostWitness;
}

export interface SavedFile {
  readonly name: string;
  /** Its text, in parts. */
  readonly parts: readonly string[];
  readonly mimeType: string;
}

/** What the panel cannot do by itself: everything that reaches the browser or the page. Failures are sentences to show. */
export interface PanelActions {
  /** Fires through the given SDK. */
  readonly onFire: Fire;
  /** The same without the mark of events fired by hand, and without putting the SDK's options back: as it is given. */
  readonly onFireBare: Fire;
  readonly collector: CollectorActions;
  /** Asks for access to the inspected site; must be called within a click, as the browser wants it. */
  readonly onWatch: () => Promise<Result<null, FireFailure>>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<Result<null, FireFailure>>;
  /** Starts or stops recording. */
  readonly onRecord: (recording: boolean) => void;
  /** Told after the list was emptied, so that backlogs are emptied too. */
  readonly onClear: () => void;
  readonly onReload: () => void;
  /** Shows this tab's panel in a window of its own. */
  readonly onOpenWindow: () => void;
  /** Looks for SDKs in all frames anew. */
  readonly onLookAgain: () => void;
  /** Gives the person a file. */
  readonly onSave: (file: SavedFile) => void;
  readonly onCopy: (text: string) => Promise<Result<null, FireFailure>>;
  /** The kept sessions of other tabs and days. Rejects where the browser's database does not answer. */
  readonly openEarlierSessions: () => Promise<EarlierSessions>;
  /** Opens the reference page at a kind. */
  readonly onOpenReference: (kind: EventKind) => void;
}
