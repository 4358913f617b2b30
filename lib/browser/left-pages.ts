import { browser } from 'wxt/browser';
import { createLeftPages } from '../background/left/left-pages';
import { type LeftPage, leftPagesRequest, leftPagesRequestSchema, readLeftPages } from '../history/left-page';
import { answerMessages, isOwnPage } from './answering';
import { sessionStorage } from './storage';

/** In the background: keeps what pages did last while no panel was open, where the person wants that kept. */
export function startLeftPages(isKept: () => Promise<boolean>): void {
  const pages = createLeftPages({
    storage: sessionStorage,
    isKept,
    now: Date.now,
    after: (milliseconds, call) => void setTimeout(call, milliseconds),
  });
  browser.runtime.onMessage.addListener((message: unknown, { id, tab, frameId = 0, url = '' }) => {
    if (id === browser.runtime.id && tab?.id !== undefined) pages.hear(message, { tabId: tab.id, frameId, url });
    // The badge answers.
    return undefined;
  });
  answerMessages((message, sender) => {
    const asked = leftPagesRequestSchema.safeParse(message);
    // Not the relays: what one page said is none of another's business.
    if (!asked.success || !isOwnPage(sender)) return undefined;
    return pages.take(asked.data.tabId);
  });
}

/** In a panel that opens: what the tab's pages did last while none was open. Told once; rejects without a background. */
export async function takeLeftPages(tabId: number): Promise<readonly LeftPage[]> {
  return readLeftPages(await browser.runtime.sendMessage(leftPagesRequest(tabId)));
}
