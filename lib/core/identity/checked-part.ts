import { z } from '#core/util/zod';

/** What was found of one part of an environment that was tried. */
export const environmentCheckSchema = z.object({
  part: z.enum(['Identity provider', 'Realm', 'Client', 'Issuer', 'Registry']),
  outcome: z.enum(['good', 'bad', 'not-tried']),
  /** A sentence: what was found, and what to do about it. */
  words: z.string(),
});
export type EnvironmentCheck = Readonly<z.infer<typeof environmentCheckSchema>>;
