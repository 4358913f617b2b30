import { environmentSchema } from '#core/identity/environment';
import { ACTING_END_REASONS } from '#core/identity/failure';
import { sessionSummarySchema } from '#core/identity/session';
import * as z from '#core/util/zod';

/** The part of the identities' state that may be shown: no token and no password. */
export const identityStateSchema = z.object({
  environments: z.array(environmentSchema),
  currentEnvironmentId: z.string(),
  sessions: z.array(sessionSummarySchema),
  /** Id of the active session, by environment id. */
  activeIn: z.record(z.string(), z.string()),
  /** The last user id that was entered, by environment id. */
  lastUserIds: z.record(z.string(), z.string()),
  /**
   * Whether sessions could not be stored on disk or read.
   * If so, they end with the browser.
   */
  hasStorageFailed: z.boolean(),
  /** Number of stored sessions that could not be read. They count as logged out. */
  unreadableSessions: z.number(),
  /** Ids of the sessions that are being renewed. */
  refreshing: z.array(z.string()),
  /** The tabs whose requests to the registry get the token of a session. */
  acting: z.array(z.object({ tabId: z.number(), sessionId: z.string(), pageOrigin: z.string() })),
  /** The tabs whose token was removed without a request of the user, and the reason. */
  actingEnded: z.array(z.object({ tabId: z.number(), userId: z.string(), reason: z.enum(ACTING_END_REASONS) })),
});
export type IdentityState = Readonly<z.infer<typeof identityStateSchema>>;
