import type { DurationMessage, FindingMessage, Message, MessageText } from './message';
import * as z from './zod';

/** A message of a file or a store. */
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

/** The same, what a finding says, a duration, or a text that a page or a server gave. */
export const messageTextSchema: z.ZodMiniType<MessageText> = z.lazy(() =>
  z.union([z.string(), messageSchema, findingMessageSchema, durationMessageSchema, z.array(messageTextSchema)]),
);
