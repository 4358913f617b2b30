import type { StackFrame } from '#core/journey/record';
import type { DocumentCounts } from '#core/stream/counts';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import type { ActingState } from '#panel/acting-state';
import type { AskRegistry } from '#panel/registry-outcome';
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
export interface SiteFollower {
  /** Asks the tab for its URL, and reports whether its site is watched. */
  read(): Promise<void>;
  /** Watches the tab's site, or that of a frame. Returns whether the user granted access. Call it within a click. */
  watch(frameUrl?: string): Promise<boolean>;
  stopWatching(): Promise<void>;
}

export interface EntityFollower {
  /** Reads who is logged in, and reports it. */
  read(): Promise<void>;
}

/** Browser functions for recording the inspected tab. */
export interface RecordingHost {
  readonly tab: InspectedTab;
  listenRelays(listener: RelayListener): void;
  /** Rejects where the browser's database cannot be opened. */
  openCaptures(): Promise<CaptureStorage>;
  /** Deletes the databases of captures from before version 1. Resolves with whether there were any. */
  deleteEarlierCaptures(): Promise<boolean>;
  /** Returns a random name of this run of the browser. */
  readBrowserSession(): Promise<string>;
  /** Takes a turn at storing the tab's capture, among all panels of that tab. */
  acquireCaptureLock(): CaptureLock;
  /** Takes what the tab's pages did while no panel was open. */
  takeUnloadedPages(): Promise<readonly UnloadedPage[]>;
  /** Calls back when a page has left its log to the background although this panel is open. */
  listenUnwatchedLogs(onLog: () => void): void;
}

export interface SavedFile {
  readonly name: string;
  readonly parts: readonly (string | Blob)[];
  readonly mimeType: string;
}

/** An event that is about to be fired through the SDK of a frame. */
export interface GuardedFire {
  readonly frameId: number;
  /** Of the document that the frame shows. */
  readonly documentId: string;
  readonly method: string;
  /** The event's `edata`. */
  readonly data: unknown;
  /** Marks the event as fired by the panel. */
  readonly mark: { readonly id: string; readonly type: string } | null;
}

/** A collector whose page a panel is. */
export interface OwnCollector {
  /** The URL that telemetry is sent to. */
  readonly url: string;
  /** Origin of the server that its telemetry passes to; `null` if it stays in the collector. */
  readonly upstream: string | null;
}

/** Browser functions for the user of a panel. */
export interface HostActions {
  /** Unset for all panels but the page of a collector. */
  readonly ownCollector?: OwnCollector;
  /**
   * Prepares a frame for the next call of its SDK: that event is marked, and the SDK's options are restored after it.
   * False if the browser does not permit it.
   */
  readonly guardFire: (fire: GuardedFire) => Promise<boolean>;
  /** Asks for access to the host of a URL. Call it within a click. */
  readonly askAccess: (url: string) => Promise<boolean>;
  readonly postToCollector: PostToCollector;
  /** The browser's `fetch`. `null` for panels whose page may not ask a collector elsewhere. */
  readonly fetchFromCollector: typeof fetch | null;
  /** Calls a registry as the active entity. */
  readonly askRegistry: AskRegistry;
  readonly onReload: () => void;
  /** Shows this tab's panel in a window of its own. */
  readonly onOpenWindow: () => void;
  /** Opens the popup for this tab. */
  readonly onOpenPopup: () => void;
  readonly onSave: (file: SavedFile) => void;
  /** Returns whether the browser let it. */
  readonly onCopy: (text: string) => Promise<boolean>;
  /** The stored captures of other tabs and days. Rejects where the browser's database does not respond. */
  readonly openStoredCaptures: () => Promise<StoredCaptures>;
  /** The team's own schemas. Rejects where the browser's database does not respond. */
  readonly openSchemaSets: () => Promise<SchemaSetStorage>;
  /** Loads what starts threads for patterns that cannot run in linear time. */
  readonly loadPatternThreads: () => Promise<StartPatternThread>;
  /** Opens the reference page at an anchor: a kind, or a rule. `null` where the host has none. */
  readonly onOpenReference: ((anchor: string) => void) | null;
  /** Opens the page that says how to begin; `null` where the host has none. */
  readonly onOpenGuide: (() => void) | null;
  /** Opens the published user guide; `null` until the project has a homepage. */
  readonly onOpenUserGuide: (() => void) | null;
  readonly onOpenOptions: () => void;
  /** Shows a place of the page's code in the Sources panel. Returns whether DevTools did. */
  readonly onOpenSource: (place: StackFrame) => Promise<boolean>;
}

/** Browser functions of a panel, for the tab that it inspects. */
export interface PanelHost extends RecordingHost {
  /** Version of the extension. */
  readonly version: string;
  readonly storage: SharedStore;
  readonly actions: HostActions;
  followSite(
    onWatching: (watching: Watching) => void,
    onUnwatchedFrames: (frames: readonly UnwatchedFrames[]) => void,
  ): SiteFollower;
  followEntity(onState: (state: ActingState | null) => void): EntityFollower;
  /**
   * Calls on the tab's relays.
   * Resolves with whether each of them replied, as far as that can be known.
   */
  callRelays(): Promise<boolean>;
  /** Shows what is counted of each document, by document key. */
  showBadge(documents: ReadonlyMap<string, DocumentCounts>): void;
  /** Calls back when the tab of a panel in its own window is closed. */
  listenClosed(onClosed: () => void): void;
}
