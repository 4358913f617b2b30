import { environmentSchema } from '#core/identity/environment';
import { ACTING_END_REASONS } from '#core/identity/failure';
import { sessionSummarySchema } from '#core/identity/session';
import * as z from '#core/util/zod';

/** Everything about identities that may be shown. Holds no token and no password. */
export const identityStateSchema = z.object({
  environments: z.array(environmentSchema),
  currentEnvironmentId: z.string(),
  sessions: z.array(sessionSummarySchema),
  /** Per environment, the session that acts in it. */
  activeIn: z.record(z.string(), z.string()),
  /** Per environment, the user id that was last typed. */
  lastUserIds: z.record(z.string(), z.string()),
  /**
   * Whether sessions could not be stored on disk or read.
   * They end with the browser.
   */
  hasStorageFailed: z.boolean(),
  /** How many stored sessions could not be read: they count as logged out. */
  unreadableSessions: z.number(),
  /** Ids of the sessions that are being renewed. */
  refreshing: z.array(z.string()),
  /** The tabs whose requests to the registry get the token of a session. */
  acting: z.array(z.object({ tabId: z.number(), sessionId: z.string(), pageOrigin: z.string() })),
  /** The tabs whose token was taken off without the user asking for it, and why. */
  actingEnded: z.array(z.object({ tabId: z.number(), userId: z.string(), reason: z.enum(ACTING_END_REASONS) })),
});
export type IdentityState = Readonly<z.infer<typeof identityStateSchema>>;
