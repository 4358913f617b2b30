import { expect, it } from 'vitest';
import { createPopupOpener, type PopupOpenerDeps } from '#extension/background/popup/popup-opener';

function setUp(overrides: Partial<PopupOpenerDeps> = {}) {
  const opened: string[] = [];
  const opener = createPopupOpener({
    findWindowId: async (tabId) => tabId * 10,
    openPopup: async (windowId) => void opened.push(`popup in window ${windowId}`),
    openWindow: async (tabId) => void opened.push(`window for tab ${tabId}`),
    ...overrides,
  });
  return { opener, opened };
}

it('the popup opens in the window of the tab, and gets the tab once', async () => {
  const { opener, opened } = setUp();
  expect(opener.takeTab()).toBeNull();
  await opener.open(7);
  expect(opened).toEqual(['popup in window 70']);
  expect(opener.takeTab()).toBe(7);
  expect(opener.takeTab()).toBeNull();
});

it('a popup that requests its tab before the browser has reported it as open gets the tab', async () => {
  const takenTabs: (number | null)[] = [];
  const { opener } = setUp({ openPopup: async () => void takenTabs.push(opener.takeTab()) });
  await opener.open(7);
  expect(takenTabs).toEqual([7]);
});

it('a window opens if the browser opens no popup, and a popup that the user opens later shows its own tab', async () => {
  const { opener, opened } = setUp({ openPopup: () => Promise.reject(new Error('Browser window has no toolbar.')) });
  await opener.open(7);
  expect(opened).toEqual(['window for tab 7']);
  expect(opener.takeTab()).toBeNull();
});

it('no popup opens for a closed tab', async () => {
  const { opener, opened } = setUp({ findWindowId: async () => null });
  await opener.open(7);
  expect(opened).toEqual([]);
});
