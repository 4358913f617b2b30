export interface PopupOpenerDeps {
  /** Returns the id of a tab's window, or `null` if the tab is closed. */
  readonly findWindowId: (tabId: number) => Promise<number | null>;
  /**
   * Opens the popup of the extension's button.
   * Rejects if the browser does not allow it: the window has no toolbar, or a click on the button is required.
   */
  readonly openPopup: (windowId: number) => Promise<void>;
  /** Opens the popup's page for a tab in a separate window. */
  readonly openWindow: (tabId: number) => Promise<void>;
}

export interface PopupOpener {
  open(tabId: number): Promise<void>;
  /** Returns the tab that the popup was opened for, once. Returns `null` if the user opened the popup. */
  takeTab(): number | null;
}

/** Creates the opener, which opens the popup for a tab on request of any page. It never rejects. */
export function createPopupOpener({ findWindowId, openPopup, openWindow }: PopupOpenerDeps): PopupOpener {
  /** The tab for the popup, whose URL cannot name the tab. Not stored, because the popup reads the id at once. */
  let pendingTabId: number | null = null;
  return {
    async open(tabId) {
      const windowId = await findWindowId(tabId);
      if (windowId === null) return;
      pendingTabId = tabId;
      try {
        await openPopup(windowId);
      } catch {
        pendingTabId = null;
        await openWindow(tabId).catch(() => undefined);
      }
    },
    takeTab() {
      const tabId = pendingTabId;
      pendingTabId = null;
      return tabId;
    },
  };
}
