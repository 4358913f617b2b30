import type { HookReport } from '#core/wire/page-messages';
import { now, quote, withoutPrototype } from '#page/builtins';

/**
 * Formats the report of a `pagehide`.
 * `persisted`: the page may return from the back/forward cache, with its SDK's queue.
 */
export function writePageHide(event: Event): string {
  const { persisted } = event as PageTransitionEvent;
  return `[${quote(withoutPrototype({ type: 'pagehide', at: now(), persisted } satisfies HookReport))}]`;
}
