import { browser } from 'wxt/browser';
import { createBadgeService } from '../background/badge/badge-service';
import { createTabCounts } from '../background/badge/tab-counts';
import type { Json } from '../json';
import { checkCall, checkEvent } from '../rules/checks';
import { batchOf } from '../telemetry/batch';
import { headlineOfCall, headlineOfEvent } from '../telemetry/headline';
import { showBadge } from './badge-button';
import { sessionStorage } from './storage';

/** Keeps the badges of tabs that no panel looks at. The listener is added at once: a message may have woken the worker. */
export function startBadge(): void {
  const service = createBadgeService({
    rules: {
      validateCall: checkCall,
      validateEvent: checkEvent,
      headlineOfCall,
      headlineOfEvent,
      eventsOfBody: (body: Json) => batchOf(body)?.events ?? null,
    },
    counts: createTabCounts(sessionStorage),
    show: showBadge,
  });
  browser.runtime.onMessage.addListener((message: unknown, sender, send: (answer: unknown) => void) => {
    const tabId = sender.id === browser.runtime.id ? sender.tab?.id : undefined;
    const answered = tabId === undefined ? undefined : service.hear(message, tabId);
    if (answered === undefined) return undefined;
    answered.then(send, () => send(null));
    return true as const;
  });
}
