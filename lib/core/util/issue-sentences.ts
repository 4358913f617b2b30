import * as z from './zod';

/** Handed to `safeParse` where the messages of its issues are shown: `zod/mini` alone has the same one for all. */
export const ISSUE_SENTENCES = { error: z.locales.en().localeError };
