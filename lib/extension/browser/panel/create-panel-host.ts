import type { DocumentCounts } from '#core/stream/counts';
import { fail } from '#core/util/result';
import { matchPatternOf } from '#core/util/site';
import { badgeService } from '#extension/protocol/badge-protocol';
import { unloadedPagesService } from '#extension/protocol/unloaded-pages-protocol';
import type { PostToCollector } from '#panel/firing/collector-post';
import type { InspectedTab } from '#panel/inspected-tab';
import type { PanelHost } from '#panel/panel-host';
import type { UnloadedPage } from '#panel/persistence/unloaded-page';
import type { AskRegistry } from '#panel/registry-outcome';
import { saveFile } from '../download';
import type { GuardNextEvent } from '../inject-guard';
import { rpcClient } from '../rpc-call';
import { openOptions, openOwnPage, userGuideOpener } from '../tabs';
import { requestAccess } from '../watching';
import { acquireCaptureLock } from './acquire-capture-lock';
import { readBrowserSession } from './browser-run';
import { syncActiveEntity } from './entity-follower';
import { inspectedTab } from './find-inspected-tab';
import { broadcastToRelays, listenRelays, listenUnwatchedLogs } from './relay-ports';
import { sharedStorage } from './shared-storage';
import { syncSite } from './site-follower';
import { extensionVersion } from './version';

/** The browser, for the panel of this page: inside DevTools, or in a window of its own. */
export function createPanelHost(loadGuard: () => Promise<GuardNextEvent>): PanelHost {
  const tab = inspectedTab();
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
      async askAccess(url) {
        const pattern = matchPatternOf(url);
        return pattern !== null && requestAccess(pattern);
      },
      postToCollector,
      askRegistry,
      onReload: tab.reload,
      onOpenWindow: () => void openPanelWindow(tabId),
      onOpenPopup: () => void openPopup(tabId),
      onSave: ({ name, parts, mimeType }) => saveFile(name, parts, mimeType),
      onCopy,
      openEarlierSessions: async () => (await import('./open-earlier-captures')).openEarlierSessions(tabId),
      onOpenReference: (anchor) => void openOwnPage(`reference.html#${anchor}`),
      onOpenGuide: () => void openOwnPage('welcome.html'),
      onOpenUserGuide: userGuideOpener(),
      onOpenOptions: openOptions,
      onOpenSource: tab.openSource,
    },
    listenRelays: (listener) => void listenRelays(tabId, listener),
    openCaptures: async () => (await import('./session-storage')).openSessionDb(),
    readBrowserSession,
    acquireCaptureLock: () => acquireCaptureLock(tabId),
    takeUnloadedPages: () => takeUnloadedPages(tabId),
    listenUnwatchedLogs: (onLog) => listenUnwatchedLogs(tabId, onLog),
    followSite: (onWatching, onUnwatchedFrames) => syncSite(tab, onWatching, onUnwatchedFrames),
    followEntity: syncActiveEntity,
    async callRelays() {
      await broadcastToRelays(tabId, { type: 'panel-opened' });
      // In Firefox messages of the relays use another channel than the response to the call.
      return !import.meta.env.FIREFOX;
    },
    showBadge: (documents) => void updateBadge(tabId, documents),
    listenClosed: (onClosed) => void listenClosed(tab, onClosed),
  };
}

const badge = rpcClient(badgeService);

/**
 * Tells the background what a panel counts, by document.
 * It shows the sum, and counts on from there when the panel closes. An extension that was reloaded has a new
 * background, and this panel no part in it.
 */
async function updateBadge(tabId: number, documents: ReadonlyMap<string, DocumentCounts>): Promise<void> {
  await badge('show', { tabId, documents: Object.fromEntries(documents) });
}

/**
 * In a panel that opens: what the tab's pages did last while none was open.
 * None where the background does not tell.
 */
async function takeUnloadedPages(tabId: number): Promise<readonly UnloadedPage[]> {
  const taken = await rpcClient(unloadedPagesService)('take', { tabId });
  return taken.ok ? taken.value : [];
}

// The files are missing after an update of the extension.

const postToCollector: PostToCollector = async (post, signal) => {
  const loaded = await import('./background-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.postToCollector(post, signal);
};

const askRegistry: AskRegistry = async (call, signal) => {
  const loaded = await import('./background-requests').catch(() => null);
  return loaded === null ? fail({ reason: 'no-background', detail: '' }) : loaded.askRegistry(call, signal);
};

async function onCopy(text: string): Promise<boolean> {
  const loaded = await import('../clipboard').catch(() => null);
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

async function listenClosed(tab: InspectedTab, onClosed: () => void): Promise<void> {
  if (tab.place !== 'window') return;
  const loaded = await import('./stand-alone').catch(() => null);
  loaded?.standAlone(tab, onClosed);
}
