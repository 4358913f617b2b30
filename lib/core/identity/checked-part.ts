import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

/** What was found of one part of an environment that was tried. */
export const environmentCheckSchema = z.object({
  part: z.enum(['Identity provider', 'Realm', 'Client', 'Issuer', 'Registry']),
  outcome: z.enum(['good', 'bad', 'not-tried']),
  /** What was found, and what to do about it. */
  message: messageTextSchema,
});
/** What a check of an environment found, part by part. */
export type EnvironmentCheck = Readonly<z.infer<typeof environmentCheckSchema>>;
