import { messageSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

/** An environment as somebody typed it. */
export const environmentDraftSchema = z.object({
  name: z.string(),
  authUrl: z.string(),
  pathPrefix: z.string(),
  realm: z.string(),
  clientId: z.string(),
  registryUrl: z.string(),
  issuer: z.string(),
  keepSessions: z.boolean(),
});
export type EnvironmentDraft = Readonly<z.infer<typeof environmentDraftSchema>>;
/** The parts that are typed. */
export type EnvironmentField = Exclude<keyof EnvironmentDraft, 'keepSessions'>;

export const environmentProblemSchema = z.object({
  field: z.enum(['name', 'authUrl', 'pathPrefix', 'realm', 'clientId', 'registryUrl', 'issuer']),
  /** What is wrong and what would be right. */
  message: messageSchema,
});
export type EnvironmentProblem = Readonly<z.infer<typeof environmentProblemSchema>>;
