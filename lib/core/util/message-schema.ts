import type { Message, MessageText } from './message';
import * as z from './zod';

/** A message of a file or a store. */
export const messageSchema: z.ZodMiniType<Message> = z.lazy(() =>
  z.looseObject({
    code: z.string().check(z.maxLength(200)),
    count: z.exactOptional(z.number()),
    params: z.exactOptional(z.record(z.string(), z.union([z.number(), messageTextSchema]))),
  }),
);

/** The same, or a plain text: what an older version stored. */
export const messageTextSchema: z.ZodMiniType<MessageText> = z.lazy(() =>
  z.union([z.string(), messageSchema, z.array(messageTextSchema)]),
);
