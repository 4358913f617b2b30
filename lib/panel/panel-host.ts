import type { StackFrame } from '#core/journey/record';
import type { DocumentCounts } from '#core/stream/counts';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import type { ActingState } from '#panel/acting-state';
import type { CallRegistry } from '#panel/registry-outcome';
import type { RelayListener } from './capture/documents';
import type { PostToCollector } from './firing/collector-post';
import type { InspectedTab } from './inspected-tab';
import type { CaptureLock } from './persistence/capture-lock';
import type { StoredCaptures } from './persistence/earlier-captures';
import type { CaptureStorage } from './persistence/stored-capture';
import type { SharedStore } from './persistence/synced-list';
import type { UnloadedPage } from './persistence/unloaded-page';
import type { StartPatternThread } from './schemas/pattern-thread';
import type { SchemaSetStorage } from './schemas/schema-set-storage';

/** The site that the inspected tab shows, and whether it is watched. */
export interface SiteSync {
  /** Reads the tab's URL, and reports whether its site is watched. */
  read(): Promise<void>;
  /**
   * Watches the tab's site, or that of a frame.
   * Returns whether the user granted access. Call it within a click.
   */
  watch(frameUrl?: string): Promise<boolean>;
  stopWatching(): Promise<void>;
}

export interface EntitySync {
  /** Reads and reports the logged-in and active entities. */
  read(): Promise<void>;
}

/** Browser functions for recording the inspected tab. */
export interface RecordingHost {
  readonly tab: InspectedTab;
  subscribeToRelays(listener: RelayListener): void;
  /** Rejects if the browser's database cannot be opened. */
  openCaptures(): Promise<CaptureStorage>;
  /** Deletes the databases of captures from before version 1. Resolves with whether there were any. */
  deleteEarlierCaptures(): Promise<boolean>;
  /** Returns the random name of this run of the browser. */
  readBrowserSession(): Promise<string>;
  /** Requests the lock that lets one panel of the tab store its capture. */
  acquireCaptureLock(): CaptureLock;
  /** Removes and returns the logs of the tab's pages that unloaded while no panel was open. */
  takeUnloadedPages(): Promise<readonly UnloadedPage[]>;
  /** Calls back when a page has sent its log to the background although this panel is open. */
  onUnwatchedLog(onLog: () => void): void;
}

export interface SavedFile {
  readonly name: string;
  readonly parts: readonly (string | Blob)[];
  readonly mimeType: string;
}

/** An event that is about to be fired through the SDK of a frame. */
export interface GuardedFire {
  readonly frameId: number;
  /** Id of the document that the frame shows. */
  readonly documentId: string;
  readonly method: string;
  /** The event's `edata`. */
  readonly data: unknown;
  /** Added to `context.cdata` of the event. */
  readonly cdataEntry: { readonly id: string; readonly type: string } | null;
}

/** The collector that serves the page of this panel. */
export interface OwnCollector {
  /** The URL that telemetry is sent to. */
  readonly url: string;
  /** Origin of the server that the collector forwards telemetry to, or `null` if it forwards none. */
  readonly upstream: string | null;
}

/** Browser functions for the user of a panel. */
export interface HostActions {
  /** Set only in the panel that a collector serves. */
  readonly ownCollector?: OwnCollector;
  /**
   * Prepares a frame for the next call of its SDK. False if the browser does not permit it.
   * The event gets the entry in `cdata`, and the SDK's options are restored after the call.
   */
  readonly guardFire: (fire: GuardedFire) => Promise<boolean>;
  /** Requests access to the host of a URL. Call it within a click. */
  readonly requestAccess: (url: string) => Promise<boolean>;
  readonly postToCollector: PostToCollector;
  /** The browser's `fetch`, or `null` for panels whose page may not read from a collector elsewhere. */
  readonly fetchFromCollector: typeof fetch | null;
  /** Calls a registry as the active entity. */
  readonly callRegistry: CallRegistry;
  readonly onReload: () => void;
  /** Shows this tab's panel in a separate window. */
  readonly onOpenWindow: () => void;
  /** Opens the popup for this tab. */
  readonly onOpenPopup: () => void;
  readonly onSave: (file: SavedFile) => void;
  /** Copies a text. Returns whether the browser permitted the copy. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /**
   * Opens the stored captures of other tabs and days.
   * Rejects if the browser's database does not respond.
   */
  readonly openStoredCaptures: () => Promise<StoredCaptures>;
  /** Opens the team's own schemas. Rejects if the browser's database does not respond. */
  readonly openSchemaSets: () => Promise<SchemaSetStorage>;
  /** Loads the code that starts threads for patterns that cannot run in linear time. */
  readonly loadPatternThreads: () => Promise<StartPatternThread>;
  /** Opens the reference page at an anchor: a kind, or a rule. `null` if the host has no such page. */
  readonly onOpenReference: ((anchor: string) => void) | null;
  /** Opens the welcome page. `null` if the host has no such page. */
  readonly onOpenGuide: (() => void) | null;
  /** Opens the published user guide. `null` until the project has a homepage. */
  readonly onOpenUserGuide: (() => void) | null;
  readonly onOpenOptions: () => void;
  /** Shows a position of the page's code in the Sources panel. Returns whether DevTools did. */
  readonly onOpenSource: (frame: StackFrame) => Promise<boolean>;
}

/** Browser functions of a panel, for the tab that it inspects. */
export interface PanelHost extends RecordingHost {
  /** Version of the extension. */
  readonly version: string;
  readonly storage: SharedStore;
  readonly actions: HostActions;
  syncSite(
    onWatching: (watching: Watching) => void,
    onUnwatchedFrames: (frames: readonly UnwatchedFrames[]) => void,
  ): SiteSync;
  syncActiveEntity(onState: (state: ActingState | null) => void): EntitySync;
  /**
   * Makes the tab's relays connect.
   * Resolves with whether the replies of all relays have arrived. Always false in Firefox, where they may arrive later.
   */
  callRelays(): Promise<boolean>;
  /** Shows the counts of all documents on the badge, by document key. */
  showBadge(documents: ReadonlyMap<string, DocumentCounts>): void;
  /** Calls back when the tab of a panel in a separate window is closed. */
  onTabClosed(onClosed: () => void): void;
}
