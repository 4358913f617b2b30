import type { HookReport } from '#core/wire/page-messages';
import { listenPermanently, now, stringifyJson, withoutPrototype } from '#page/builtins';

/**
 * Calls a listener when the page unloads.
 * Ignores a `pagehide` that a script dispatches, for example to make libraries send their queues.
 */
export function onPageHide(listener: (event: PageTransitionEvent) => void): void {
  listenPermanently(window, 'pagehide', (event) => {
    if (event.isTrusted) listener(event as PageTransitionEvent);
  });
}

/**
 * Formats the report of a `pagehide`.
 * `persisted`: the page may return from the back/forward cache, with its SDK's queue.
 */
export function writePageHide(event: Event): string {
  const { persisted } = event as PageTransitionEvent;
  return `[${stringifyJson(withoutPrototype({ type: 'pagehide', at: now(), persisted } satisfies HookReport))}]`;
}
