import { browser } from 'wxt/browser';
import { createLeftPages } from '#extension/background/unloaded-pages/unloaded-pages';
import {
  type LeftPage,
  leftPagesRequest,
  leftPagesRequestSchema,
  readLeftPages,
} from '#extension/panel/persistence/unloaded-page';
import { relayTabOf } from '#extension/protocol/sender';
import { sessionStorage } from '../storage';
import { answerOwnPages, ownExtension } from './message-handler';

/** In the background: keeps what pages did last while no panel was open, where the person wants that kept. */
export function startLeftPages(isKept: () => Promise<boolean>): void {
  const pages = createLeftPages({
    storage: sessionStorage,
    isKept,
    now: Date.now,
    after: (milliseconds, call) => void setTimeout(call, milliseconds),
  });
  const own = ownExtension();
  browser.runtime.onMessage.addListener((message: unknown, sender) => {
    const { frameId = 0, url = '' } = sender;
    const tabId = relayTabOf(sender, own);
    if (tabId !== null) pages.hear(message, { tabId, frameId, url });
    // The badge answers.
    return undefined;
  });
  browser.tabs.onRemoved.addListener((tabId) => void pages.forgetTab(tabId).catch(() => undefined));
  answerOwnPages((message) => {
    const asked = leftPagesRequestSchema.safeParse(message);
    return asked.success ? pages.take(asked.data.tabId) : undefined;
  });
}

/** In a panel that opens: what the tab's pages did last while none was open. Told once; rejects without a background. */
export async function takeLeftPages(tabId: number): Promise<readonly LeftPage[]> {
  return readLeftPages(await browser.runtime.sendMessage(leftPagesRequest(tabId)));
}
