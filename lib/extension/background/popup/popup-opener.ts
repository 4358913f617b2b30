export interface PopupOpenerDeps {
  /** The window of a tab; null if the tab is closed. */
  readonly windowOf: (tabId: number) => Promise<number | null>;
  /**
   * Opens the popup of the extension's button.
   * Rejects where the browser does not allow it: the window has no toolbar, or it wants a click on the button.
   */
  readonly openPopup: (windowId: number) => Promise<void>;
  /** Opens the popup's page for a tab in a window of its own. */
  readonly openWindow: (tabId: number) => Promise<void>;
}

export interface PopupOpener {
  open(tabId: number): Promise<void>;
  /** Returns the tab that the popup was opened for, once; null if the user opened it. */
  takeTab(): number | null;
}

/** Opens the popup for a tab, from whatever page the user requested it. Never rejects. */
export function createPopupOpener({ windowOf, openPopup, openWindow }: PopupOpenerDeps): PopupOpener {
  /** The tab for the popup, which has no URL parameters. In memory: the popup reads it at once. */
  let pending: number | null = null;
  return {
    async open(tabId) {
      const windowId = await windowOf(tabId);
      if (windowId === null) return;
      pending = tabId;
      try {
        await openPopup(windowId);
      } catch {
        pending = null;
        await openWindow(tabId).catch(() => undefined);
      }
    },
    takeTab() {
      const taken = pending;
      pending = null;
      return taken;
    },
  };
}
