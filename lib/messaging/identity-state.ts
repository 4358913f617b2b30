import { environmentSchema } from '../identity/environment';
import { sessionSummarySchema } from '../identity/session';
import { z } from '../zod';

/** Everything about identities that may be shown. Holds no token and no password. */
export const identityStateSchema = z.object({
  environments: z.array(environmentSchema),
  currentEnvironmentId: z.string(),
  sessions: z.array(sessionSummarySchema),
  /** Per environment, the session that acts in it. */
  activeIn: z.record(z.string(), z.string()),
  /** Per environment, the user id that was last typed. */
  lastUserIds: z.record(z.string(), z.string()),
  /** Ids of the sessions that are being renewed. */
  refreshing: z.array(z.string()),
  /** The tabs whose requests to the registry get the token of a session. */
  acting: z.array(z.object({ tabId: z.number(), sessionId: z.string() })),
});
export type IdentityState = Readonly<z.infer<typeof identityStateSchema>>;
