import { messageSchema } from '#core/util/message-schema';
import * as z from '#core/util/zod';

/** The fields of an environment form, before validation. */
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
/** The form fields of an environment, as they were entered. */
export type EnvironmentDraft = Readonly<z.infer<typeof environmentDraftSchema>>;

/** Whether two drafts have equal form fields. Ignores all other fields. */
export function isSameDraft(one: EnvironmentDraft, other: EnvironmentDraft): boolean {
  return z.keyof(environmentDraftSchema).options.every((part) => one[part] === other[part]);
}

/** The text fields of the form. */
export type EnvironmentField = Exclude<keyof EnvironmentDraft, 'keepSessions'>;

/** The schema of an {@link EnvironmentProblem}. */
export const environmentProblemSchema = z.object({
  field: z.enum(['name', 'authUrl', 'pathPrefix', 'realm', 'clientId', 'registryUrl', 'issuer']),
  /** The problem and its remedy. */
  message: messageSchema,
});
/** Why one field of an environment is invalid. */
export type EnvironmentProblem = Readonly<z.infer<typeof environmentProblemSchema>>;
