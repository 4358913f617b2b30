import type { Message, MessageText } from './message';
import { z } from './zod';

/** A message of a file or a store. */
export const messageSchema: z.ZodType<Message> = z.lazy(() =>
  z.looseObject({
    code: z.string().max(200),
    count: z.number().exactOptional(),
    params: z.record(z.string(), z.union([z.number(), messageTextSchema])).exactOptional(),
  }),
);

/** The same, or a plain text: what an older version stored. */
export const messageTextSchema: z.ZodType<MessageText> = z.lazy(() =>
  z.union([z.string(), messageSchema, z.array(messageTextSchema)]),
);
