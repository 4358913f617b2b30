import type { EventKind } from '#core/telemetry/kinds';
import type { FireActions } from '#extension/panel/firing/fire-deps';
import type { EarlierSessions } from '#extension/panel/persistence/earlier-captures';
import type { AskRegistry } from '#extension/protocol/registry-protocol';

export interface SavedFile {
  readonly name: string;
  /** Its text, in parts. */
  readonly parts: readonly string[];
  readonly mimeType: string;
}

/** What the panel cannot do by itself: everything that reaches the browser or the page. */
export interface PanelActions extends FireActions {
  /** Calls a registry as the active entity. */
  readonly askRegistry: AskRegistry;
  /** Asks for access to the inspected site, and returns whether it was granted. Call it within a click. */
  readonly onWatch: () => Promise<boolean>;
  /** Gives the access back. */
  readonly onStopWatching: () => Promise<void>;
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
  /** Returns whether the browser let it. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /** The kept sessions of other tabs and days. Rejects where the browser's database does not answer. */
  readonly openEarlierSessions: () => Promise<EarlierSessions>;
  /** Opens the reference page at a kind. */
  readonly onOpenReference: (kind: EventKind) => void;
  /** Opens the options page. */
  readonly onOpenOptions: () => void;
}
