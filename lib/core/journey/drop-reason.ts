import type { ObservedCall } from './record';

/** What an SDK says when it takes a call and emits no event for it. */
export type DropReason =
  /** `enableValidation` is on, and its own schema refused the event. */
  | { readonly why: 'validation'; readonly detail: string }
  /** `end` needs a `start` whose START has come out. */
  | { readonly why: 'no-start' };

/** Both generations say so on the console, and nowhere else. */
const REFUSED = /^Invalid \w+ Event: ?(.*)$/s;
const NO_START = /invoke start before invoking end/i;
const NO_SCHEMA = /^Schema not found for event/;

export function detectDropReason({ consoleMessages }: Pick<ObservedCall, 'consoleMessages'>): DropReason | null {
  for (const { message } of consoleMessages) {
    const refused = REFUSED.exec(message);
    if (refused) return { why: 'validation', detail: refused[1] ?? '' };
    if (NO_SCHEMA.test(message)) return { why: 'validation', detail: message };
    if (NO_START.test(message)) return { why: 'no-start' };
  }
  return null;
}
