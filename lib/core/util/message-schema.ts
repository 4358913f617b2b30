import type { DurationMessage, FindingMessage, Message, MessageText } from './message';
import * as z from './zod';

/** The schema of a message in a file or storage. */
export const messageSchema: z.ZodMiniType<Message> = z.lazy(() =>
  z.looseObject({
    code: z.string().check(z.maxLength(200)),
    count: z.exactOptional(z.number()),
    params: z.exactOptional(z.record(z.string(), z.union([z.number(), messageTextSchema]))),
  }),
);

const findingMessageSchema: z.ZodMiniType<FindingMessage> = z.object({
  finding: z.object({
    path: z.array(z.union([z.string(), z.number()])),
    params: z.record(
      z.string(),
      z.custom<FindingMessage['finding']['params'][string]>((value) => value !== undefined),
    ),
  }),
});

const durationMessageSchema: z.ZodMiniType<DurationMessage> = z.object({ durationMs: z.number() });

/** The schema of a {@link MessageText} in a file or storage. */
export const messageTextSchema: z.ZodMiniType<MessageText> = z.lazy(() =>
  z.union([z.string(), messageSchema, findingMessageSchema, durationMessageSchema, z.array(messageTextSchema)]),
);
