import * as z from './zod';

/** Option of `safeParse` for issues that are shown: `zod/mini` alone has one message for all. */
export const ISSUE_SENTENCES = { error: z.locales.en().localeError };

/** The words with a full stop at their end, where they have none: in English or in Hindi. */
export function toSentence(text: string): string {
  return /[.।]$/u.test(text) ? text : `${text}.`;
}
