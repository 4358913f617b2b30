import { z } from '#core/util/zod';

/** What the panel reads of the identities' state (`IdentityState`): who is logged in where, and until when. */
export const actingStateSchema = z.object({
  environments: z.array(z.object({ id: z.string(), name: z.string(), registryUrl: z.string() })),
  currentEnvironmentId: z.string(),
  sessions: z.array(z.object({ id: z.string(), userId: z.string(), accessExpiresAt: z.number() })),
  activeIn: z.record(z.string(), z.string()),
});
export type ActingState = Readonly<z.infer<typeof actingStateSchema>>;
