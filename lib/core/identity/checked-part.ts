import { messageTextSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';
import { environmentSchema } from './environment';
import { loginFailureSchema } from './failure';

const part = z.enum(['Identity provider', 'Realm', 'Client', 'Issuer', 'Registry']);

/** What was found of one part of an environment that was tried. */
export const environmentCheckSchema = z.union([
  z.object({
    part,
    outcome: z.enum(['good', 'bad', 'not-tried']),
    /** What was found, and what to do about it. */
    message: messageTextSchema,
  }),
  /** As a log-in would fail. The page that shows it explains it: the background has no room for the explanations. */
  z.object({
    part,
    outcome: z.literal('bad'),
    failure: loginFailureSchema,
    setting: z.object({ environment: environmentSchema, userId: messageTextSchema }),
  }),
]);
/** What a check of an environment found, part by part. */
export type EnvironmentCheck = Readonly<z.infer<typeof environmentCheckSchema>>;
