import { browser } from 'wxt/browser';
import { createPopupOpener } from '#extension/background/popup/popup-opener';
import { popupService } from '#extension/protocol/popup-protocol';
import { popupPath } from '../popup-tab';
import { serveRpc } from '../serve-rpc';

/** In CSS pixels: the popup's width, and the maximum height that browsers permit for a popup. */
const SIZE = { width: 376, height: 640 } as const;

/** Serves requests to open the popup. Call during worker startup. */
export function startPopupWindows(): void {
  const opener = createPopupOpener({
    findWindowId: async (tabId) => (await browser.tabs.get(tabId).catch(() => null))?.windowId ?? null,
    async openPopup(windowId) {
      // Chromium opens no popup in an unfocused window, such as one behind undocked DevTools.
      await browser.windows.update(windowId, { focused: true });
      await browser.action.openPopup({ windowId });
    },
    async openWindow(tabId) {
      const url = new URL(popupPath(tabId), browser.runtime.getURL('/')).href;
      await browser.windows.create({ url, type: 'popup', ...SIZE });
    },
  });
  serveRpc(popupService, {
    async open({ tabId }) {
      await opener.open(tabId);
      return null;
    },
    async takeTab() {
      const tabId = opener.takeTab();
      return tabId === null ? null : { tabId };
    },
  });
}
