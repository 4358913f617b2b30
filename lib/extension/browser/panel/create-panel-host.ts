import type { DocumentCounts } from '#core/stream/counts';
import { fail } from '#core/util/result';
import { matchPatternOf, type UnwatchedFrames, type Watching } from '#core/util/site';
import { badgeService } from '#extension/protocol/badge-protocol';
import { unloadedPagesService } from '#extension/protocol/unloaded-pages-protocol';
import type { ActingState } from '#panel/acting-state';
import { saveFile } from '#panel/download';
import type { PostToCollector } from '#panel/firing/collector-post';
import type { InspectedTab } from '#panel/inspected-tab';
import type { EntitySync, PanelHost, SiteSync } from '#panel/panel-host';
import { type CaptureLock, noLock } from '#panel/persistence/capture-lock';
import type { UnloadedPage } from '#panel/persistence/unloaded-page';
import type { CallRegistry } from '#panel/registry-outcome';
import type { GuardNextEvent } from '../inject-guard';
import { rpcClient } from '../rpc-call';
import { sharedStorage } from '../shared-storage';
import { openExtensionPage, openOptions, ownUserGuideOpener } from '../tabs';
import { onWatchingChange, readPageWatching, requestAccess, stopWatchingSite, watchSite } from '../watching';
import { readBrowserSession } from './browser-run';
import { findInspectedTab } from './find-inspected-tab';
import { onFrameUrls } from './frame-urls';
import { broadcastToRelays, onUnwatchedLog, subscribeToRelays } from './relay-ports';
import { extensionVersion } from './version';

/** Creates the browser functions of this page's panel: inside DevTools, or in a separate window. */
export function createPanelHost(loadGuard: () => Promise<GuardNextEvent>): PanelHost {
  const tab = findInspectedTab();
  const { tabId } = tab;
  return {
    tab,
    version: extensionVersion(),
    storage: sharedStorage,
    actions: {
      async guardFire(fire) {
        const loaded = await import('./guard-fire').catch(() => null);
        return (await loaded?.guardFire({ ...fire, tabId }, loadGuard)) ?? false;
      },
      async requestAccess(url) {
        const pattern = matchPatternOf(url);
        return pattern !== null && requestAccess(pattern);
      },
      postToCollector,
      fetchFromCollector: fetch,
      callRegistry,
      onReload: tab.reload,
      onOpenWindow: () => void openPanelWindow(tabId),
      onOpenPopup: () => void openPopup(tabId),
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy,
      openStoredCaptures: async () => (await import('./open-earlier-captures')).openStoredCaptures(tabId),
      loadPatternThreads: async () => (await import('#panel/schemas/pattern-thread')).startPatternWorker,
      openSchemaSets: async () => (await import('#panel/schemas/schema-database')).openSchemaDatabase(),
      onOpenReference: (anchor) => void openExtensionPage(`reference.html#${anchor}`),
      onOpenGuide: () => void openExtensionPage('welcome.html'),
      onOpenUserGuide: ownUserGuideOpener(),
      onOpenOptions: openOptions,
      onOpenSource: tab.openSource,
    },
    subscribeToRelays: (listener) => void subscribeToRelays(tabId, listener),
    openCaptures: async () => (await import('./capture-storage')).openCaptureStorage(),
    deleteEarlierCaptures,
    readBrowserSession,
    acquireCaptureLock: () => acquireCaptureLock(tabId),
    takeUnloadedPages: () => takeUnloadedPages(tabId),
    onUnwatchedLog: (onLog) => onUnwatchedLog(tabId, onLog),
    syncSite: (onWatching, onUnwatchedFrames) => syncSite(tab, onWatching, onUnwatchedFrames),
    syncActiveEntity,
    async callRelays() {
      await broadcastToRelays(tabId, { type: 'panel-opened' });
      // In Firefox, messages of relays use another channel than the response, so they may arrive later.
      return !import.meta.env.FIREFOX;
    },
    showBadge: (documents) => void updateBadge(tabId, documents),
    onTabClosed: (onClosed) => void onTabClosed(tab, onClosed),
  };
}

/** Databases of captures from before version 1. Versions since then cannot read them. */
const EARLIER_DATABASES = ['telemetry-v3-sessions', 'telemetry-v3-captures'];

async function deleteEarlierCaptures(): Promise<boolean> {
  const databases = await indexedDB.databases();
  const earlier = databases.flatMap(({ name = '' }) => (EARLIER_DATABASES.includes(name) ? [name] : []));
  for (const name of earlier) indexedDB.deleteDatabase(name);
  return earlier.length > 0;
}

const badge = rpcClient(badgeService);

/**
 * Reports the panel's counts to the background, by document.
 * The background shows the sum, and continues to count when the panel closes. After a reload of the extension, the new
 * background gets no counts of this panel.
 */
async function updateBadge(tabId: number, documents: ReadonlyMap<string, DocumentCounts>): Promise<void> {
  await badge('show', { tabId, documents: Object.fromEntries(documents) });
}

/**
 * Removes and returns the logs of the tab's pages from before this panel opened.
 * Empty if the background does not respond.
 */
async function takeUnloadedPages(tabId: number): Promise<readonly UnloadedPage[]> {
  const response = await rpcClient(unloadedPagesService)('take', { tabId });
  return response.ok ? response.value : [];
}

// The imports fail after an update of the extension, which replaces the files.

const postToCollector: PostToCollector = async (post, signal) => {
  const loaded = await import('./background-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.postToCollector(post, signal);
};

const callRegistry: CallRegistry = async (call, signal) => {
  const loaded = await import('./background-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.callRegistry(call, signal);
};

async function onCopy(text: string): Promise<boolean> {
  const loaded = await import('#panel/clipboard').catch(() => null);
  return loaded === null ? false : loaded.copyText(text);
}

async function openPanelWindow(tabId: number): Promise<void> {
  const loaded = await import('./open-panel-window').catch(() => null);
  await loaded?.openPanelWindow(tabId);
}

async function openPopup(tabId: number): Promise<void> {
  const loaded = await import('./background-requests').catch(() => null);
  await loaded?.openPopup(tabId);
}

async function onTabClosed(tab: InspectedTab, onClosed: () => void): Promise<void> {
  if (tab.hostType !== 'window') return;
  const loaded = await import('./panel-window').catch(() => null);
  loaded?.setUpPanelWindow(tab, onClosed);
}

/**
 * Requests the lock that lets one panel of a tab store the capture.
 * The browser releases it when this page closes.
 */
function acquireCaptureLock(tabId: number): CaptureLock {
  if (!('locks' in navigator)) return noLock;
  const name = `capture-lock ${tabId}`;
  let resolveAcquired = (): void => undefined;
  const acquired = new Promise<void>((resolve) => {
    resolveAcquired = resolve;
  });
  const holdUntilClosed = (): Promise<never> => {
    resolveAcquired();
    return new Promise(() => undefined);
  };
  const isAcquired = new Promise<boolean>((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock !== null) return holdUntilClosed();
      void navigator.locks.request(name, holdUntilClosed);
      return undefined;
    });
  });
  return { isAcquired, acquired };
}

/** Reports whether the tab's site and those of its frames are watched, and each change. */
function syncSite(
  tab: InspectedTab,
  onWatching: (watching: Watching) => void,
  onUnwatchedFrames: (frames: readonly UnwatchedFrames[]) => void,
): SiteSync {
  // Cached: `permissions.request` must be called directly in the click.
  let url = '';
  let frameUrls: readonly string[] = [];
  const report = async (): Promise<void> => {
    const { watching, unwatchedFrames } = await readPageWatching(url, frameUrls);
    onWatching(watching);
    onUnwatchedFrames(unwatchedFrames);
  };
  tab.onUrlChange((next) => {
    url = next;
    void report();
  });
  // Only DevTools can read a page's frames without access to their sites.
  if (tab.hostType === 'devtools') {
    onFrameUrls((urls) => {
      if (urls.join('\n') === frameUrls.join('\n')) return;
      frameUrls = urls;
      void report();
    });
  }
  onWatchingChange(() => void report());
  return {
    async read() {
      url = await tab.readUrl();
      await report();
    },
    watch: (frameUrl = url) => watchSite(frameUrl),
    stopWatching: () => stopWatchingSite(url),
  };
}

/** Reports the logged-in and active entities, and each change. Reports `null` if the background does not respond. */
function syncActiveEntity(onState: (state: ActingState | null) => void): EntitySync {
  const updates = import('#extension/browser/identity-updates').catch(() => null);
  const read = async (): Promise<void> => {
    const state = await (await updates)?.readActingState();
    onState(state?.ok ? state.value : null);
  };
  void updates.then((loaded) => loaded?.onIdentityChange(() => void read()));
  return { read };
}
