import type { HookReport } from '#core/wire/page-messages';
import { listenPermanently, now, quote, withoutPrototype } from '#page/builtins';

/** Calls a listener when the page unloads. Ignores events that scripts dispatch to make others send what they queue. */
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
  return `[${quote(withoutPrototype({ type: 'pagehide', at: now(), persisted } satisfies HookReport))}]`;
}
