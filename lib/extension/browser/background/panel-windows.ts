import { browser } from 'wxt/browser';
import { createMutex } from '#core/util/mutex';
import { panelWindowService, panelWindowsService } from '#extension/protocol/panel-window-protocol';
import { panelPath } from '../panel/find-inspected-tab';
import { rpcClient } from '../rpc-call';
import { serveRpc } from '../serve-rpc';

/** In CSS pixels. At this width, the details are beside the list. */
const SIZE = { width: 1180, height: 760 } as const;

/** Opens panel windows. Runs in the background, so that only one window per tab is opened. */
export function startPanelWindows(): void {
  const runExclusive = createMutex();
  /** For each inspected tab with a new window, the function to call when the window is ready. */
  const readyCallbacks = new Map<number, () => void>();

  async function showPanelWindow(tabId: number): Promise<void> {
    const reply = await rpcClient(panelWindowService(tabId))('show', {});
    if (reply.ok && reply.value) return;
    const windowReady = new Promise<void>((resolve) => void readyCallbacks.set(tabId, resolve));
    try {
      const url = new URL(panelPath(tabId), browser.runtime.getURL('/')).href;
      const window = await browser.windows.create({ url, type: 'popup', ...SIZE });
      await Promise.race([windowReady, waitUntilClosed(window?.tabs?.[0]?.id, windowReady)]);
    } finally {
      readyCallbacks.delete(tabId);
    }
  }

  serveRpc(panelWindowsService, {
    async open({ tabId }) {
      await runExclusive(() => showPanelWindow(tabId)).catch(() => undefined);
      return null;
    },
    async opened({ tabId }) {
      readyCallbacks.get(tabId)?.();
      return null;
    },
  });
}

/** Resolves when a tab is closed or was already closed, or when `windowReady` has resolved. */
function waitUntilClosed(ownTabId: number | undefined, windowReady: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      browser.tabs.onRemoved.removeListener(handleRemoved);
      resolve();
    };
    const handleRemoved = (tabId: number): void => {
      if (tabId === ownTabId) settle();
    };
    browser.tabs.onRemoved.addListener(handleRemoved);
    void windowReady.then(settle);
    if (ownTabId === undefined) settle();
    else browser.tabs.get(ownTabId).catch(settle);
  });
}
