import type { HookReport } from '#core/wire/page-messages';
import { now, quote, withoutPrototype } from '#page/builtins';

/** The report of a `pagehide`: whether the page may come back from the back/forward cache, with all that its SDK has queued. */
export function writePageHide(event: Event): string {
  const { persisted } = event as PageTransitionEvent;
  return `[${quote(withoutPrototype({ type: 'pagehide', at: now(), persisted } satisfies HookReport))}]`;
}
