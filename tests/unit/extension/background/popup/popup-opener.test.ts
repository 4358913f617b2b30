import { expect, it } from 'vitest';
import { createPopupOpener, type PopupOpenerDeps } from '#extension/background/popup/popup-opener';

function setUp(over: Partial<PopupOpenerDeps> = {}) {
  const opened: string[] = [];
  const opener = createPopupOpener({
    windowOf: async (tabId) => tabId * 10,
    openPopup: async (windowId) => void opened.push(`popup in window ${windowId}`),
    openWindow: async (tabId) => void opened.push(`window for tab ${tabId}`),
    ...over,
  });
  return { opener, opened };
}

it('opens the popup in the window of the tab, and tells it the tab once', async () => {
  const { opener, opened } = setUp();
  expect(opener.takeTab()).toBeNull();
  await opener.open(7);
  expect(opened).toEqual(['popup in window 70']);
  expect(opener.takeTab()).toBe(7);
  expect(opener.takeTab()).toBeNull();
});

it('tells the tab to a popup that asks before the browser says that it is open', async () => {
  const asked: (number | null)[] = [];
  const { opener } = setUp({ openPopup: async () => void asked.push(opener.takeTab()) });
  await opener.open(7);
  expect(asked).toEqual([7]);
});

it('opens a window where the browser opens no popup; a popup that the user opens later is about its own tab', async () => {
  const { opener, opened } = setUp({ openPopup: () => Promise.reject(new Error('Browser window has no toolbar.')) });
  await opener.open(7);
  expect(opened).toEqual(['window for tab 7']);
  expect(opener.takeTab()).toBeNull();
});

it('opens nothing for a tab that is closed', async () => {
  const { opener, opened } = setUp({ windowOf: async () => null });
  await opener.open(7);
  expect(opened).toEqual([]);
});
