export interface PopupOpenerDeps {
  /** Returns the window of a tab, or `null` if the tab is closed. */
  readonly windowOf: (tabId: number) => Promise<number | null>;
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
export function createPopupOpener({ windowOf, openPopup, openWindow }: PopupOpenerDeps): PopupOpener {
  /** The tab for the popup, whose page has no URL parameters. Not stored because the popup reads it at once. */
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
      const tabId = pending;
      pending = null;
      return tabId;
    },
  };
}
