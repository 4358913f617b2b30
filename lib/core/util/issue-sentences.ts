import * as z from './zod';

/** Option of `safeParse` for issues that are shown: `zod/mini` alone has one message for all. */
export const ISSUE_SENTENCES = { error: z.locales.en().localeError };
