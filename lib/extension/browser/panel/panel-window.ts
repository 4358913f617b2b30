import { browser } from 'wxt/browser';
import { oneAtATime } from '#core/util/mutex';
import { z } from '#core/util/zod';
import { answerOwnPages } from '../background/message-handler';
import { panelPath } from './find-inspected-tab';

/** To the background: a person wants the window of a tab. */
const OPEN = 'open-panel-window';
/** From the background to the windows: the one of this tab is wanted in front. */
const SHOW = 'show-panel-window';
const openSchema = z.object({ type: z.literal(OPEN), tabId: z.int() });
const showSchema = z.object({ type: z.literal(SHOW), tabId: z.int() });

/** In CSS pixels: the width at which the detail stands beside the list. */
const SIZE = { width: 1180, height: 760 } as const;

/** Shows the panel of a tab in a window of its own; the one that is there already comes to the front. */
export async function openPanelWindow(tabId: number): Promise<void> {
  await browser.runtime.sendMessage({ type: OPEN, tabId });
}

/** In the background, which all may ask: one place knows whether a tab's window is being opened. */
export function startPanelWindows(): void {
  const inTurn = oneAtATime();
  answerOwnPages((message) => {
    const asked = openSchema.safeParse(message);
    if (!asked.success) return undefined;
    return inTurn(() => showPanelWindow(asked.data.tabId)).catch(() => undefined);
  });
}

/** In the window of a tab: comes to the front when it is wanted once more. */
export function answerAsPanelWindow(tabId: number): void {
  answerOwnPages((message) => {
    const asked = showSchema.safeParse(message);
    return asked.success && asked.data.tabId === tabId ? comeToFront() : undefined;
  });
}

async function showPanelWindow(tabId: number): Promise<void> {
  // Rejects where no page of ours is open at all.
  const shown: unknown = await browser.runtime.sendMessage({ type: SHOW, tabId }).catch(() => false);
  if (shown === true) return;
  const window = await browser.windows.create({
    url: new URL(panelPath(tabId), browser.runtime.getURL('/')).href,
    type: 'popup',
    ...SIZE,
  });
  await untilLoaded(window?.tabs?.[0]?.id);
}

/** A window that does not listen yet would be opened twice by two quick clicks. */
function untilLoaded(ownTabId: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const settle = (tabId: number): void => {
      if (tabId !== ownTabId) return;
      browser.tabs.onUpdated.removeListener(hear);
      browser.tabs.onRemoved.removeListener(settle);
      resolve();
    };
    const hear = (tabId: number, { status }: { readonly status?: string | undefined }): void => {
      if (status === 'complete') settle(tabId);
    };
    if (ownTabId === undefined) return resolve();
    browser.tabs.onUpdated.addListener(hear);
    browser.tabs.onRemoved.addListener(settle);
  });
}

async function comeToFront(): Promise<boolean> {
  const own = await browser.tabs.getCurrent();
  if (own?.id === undefined || own.windowId === undefined) return false;
  await browser.tabs.update(own.id, { active: true });
  await browser.windows.update(own.windowId, { focused: true });
  return true;
}
