import * as z from './zod';

/**
 * Option of `safeParse` for readable issues.
 * Without it, `zod/mini` has the same message for all issues.
 */
export const ISSUE_SENTENCES = { error: z.locales.en().localeError };

/** Adds a full stop to an English or Hindi text without one. */
export function toSentence(text: string): string {
  return /[.।]$/u.test(text) ? text : `${text}.`;
}
