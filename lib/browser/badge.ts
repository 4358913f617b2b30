import { browser } from 'wxt/browser';
import { createBadgeService } from '../background/badge/badge-service';
import { createTabCounts } from '../background/badge/tab-counts';
import type { Json } from '../json';
import { checkCall, checkEvent, withoutSecrets } from '../rules/checks';
import { batchOf } from '../telemetry/batch';
import { headlineOfCall, headlineOfEvent } from '../telemetry/headline';
import { answerMessages, isOwnPage } from './answering';
import { tabButton } from './badge-button';
import { sessionStorage } from './storage';

/** Keeps the badges of tabs that no panel looks at. The listener is added at once: a message may have woken the worker. */
export function startBadge(): void {
  const service = createBadgeService({
    rules: {
      validateCall: checkCall,
      validateEvent: checkEvent,
      headlineOfCall,
      headlineOfEvent,
      withoutSecrets,
      eventsOfBody: (body: Json) => batchOf(body)?.events ?? null,
    },
    counts: createTabCounts(sessionStorage),
    show: tabButton.showWrong,
  });
  answerMessages((message, { id, tab }) =>
    id === browser.runtime.id && tab?.id !== undefined ? service.hear(message, tab.id) : undefined,
  );
  answerMessages((message, sender) => (isOwnPage(sender) ? service.hearPanel(message) : undefined));
}
