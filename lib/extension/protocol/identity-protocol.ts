import { environmentCheckSchema } from '#core/identity/checked-part';
import { environmentSchema } from '#core/identity/environment';
import { actingFailureSchema, loginFailureSchema } from '#core/identity/failure';
import { sessionSummarySchema } from '#core/identity/session';
import { CLAIM_PROBLEMS } from '#core/identity/token-claims';
import { environmentDraftSchema, environmentProblemSchema } from '#core/identity/typed-environment';
import { z } from '#core/util/zod';
import { identityStateSchema } from './identity-state';

/** What the popup and the panel ask of the background about identities, and what it answers. */

function resultOf<Value extends z.ZodType, Failure extends z.ZodType>(value: Value, failure: Failure) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), failure }),
  ]);
}

const sessionId = z.object({ sessionId: z.string() });
const environmentId = z.object({ environmentId: z.string() });
const done = resultOf(z.null(), loginFailureSchema);

/** What a token says of itself, and what it is measured against. Without the token. */
export const tokenViewSchema = z.object({
  /** What the token says that it is signed with; `null` where it names nothing. */
  algorithm: z.string().nullable(),
  claims: z.record(z.string(), z.json()),
  /** The claims that cannot be passed on or shown, each with the reason. */
  omitted: z.record(z.string(), z.enum(CLAIM_PROBLEMS)),
  tokenType: z.string(),
  accessExpiresAt: z.number(),
  expectedIssuer: z.string(),
});
export type TokenView = Readonly<z.infer<typeof tokenViewSchema>>;

/** One row per request: what it carries, and what is answered. */
const rows = {
  /** What there is to show. */
  state: { payload: z.object({}), answer: identityStateSchema },
  /** Logs an entity in and puts it to use. `attemptId` is what `cancelLogin` names. */
  login: {
    payload: z.object({
      attemptId: z.string(),
      environmentId: z.string(),
      userId: z.string().min(1),
      password: z.string(),
    }),
    answer: resultOf(sessionSummarySchema, loginFailureSchema),
  },
  cancelLogin: { payload: z.object({ attemptId: z.string() }), answer: z.null() },
  /** Renews the tokens now. */
  refresh: { payload: sessionId, answer: done },
  /** Forgets the tokens, then ends the session at the provider. A failure means: gone here, but not ended there. */
  logout: { payload: sessionId, answer: done },
  /** The same for every session of an environment. */
  logoutAll: { payload: environmentId, answer: z.null() },
  /** Acts as this session's entity from now on. */
  activate: { payload: sessionId, answer: done },
  /** The access token, renewed first if it ends soon. Answered to the popup alone. */
  token: {
    payload: sessionId,
    answer: resultOf(z.object({ accessToken: z.string() }), loginFailureSchema),
  },
  /** What the access token says, without the token; `null` where it is no JSON Web Token. Answered to the popup alone. */
  claims: { payload: sessionId, answer: resultOf(tokenViewSchema.nullable(), loginFailureSchema) },
  /**
   * Puts the session's token on one tab's requests to the registry, as long as the tab shows that page or the registry,
   * until it is stopped, logged out, expired or closed.
   */
  startActing: {
    payload: z.object({ tabId: z.number().int(), sessionId: z.string(), pageOrigin: z.string() }),
    answer: resultOf(z.null(), actingFailureSchema),
  },
  /** Takes it off, or forgets why it was taken off. */
  stopActing: { payload: z.object({ tabId: z.number().int() }), answer: z.null() },
  /** Tries what an environment leads to, without logging in. */
  testEnvironment: { payload: z.object({ draft: environmentDraftSchema }), answer: z.array(environmentCheckSchema) },
  chooseEnvironment: { payload: environmentId, answer: done },
  /** Adds an environment (`environmentId` null) or changes one, and chooses it. */
  saveEnvironment: {
    payload: z.object({ environmentId: z.string().nullable(), draft: environmentDraftSchema }),
    answer: resultOf(environmentSchema, z.array(environmentProblemSchema)),
  },
  /** Removes an environment and logs out its sessions. */
  removeEnvironment: { payload: environmentId, answer: done },
} as const;

type Requests = typeof rows;
export type IdentityRequestName = keyof Requests;
export type IdentityPayload<Name extends IdentityRequestName> = z.infer<Requests[Name]['payload']>;
export type IdentityAnswer<Name extends IdentityRequestName> = z.infer<Requests[Name]['answer']>;

/** The table, typed so that a request's name leads to its own payload and answer. */
export const identityRequests: {
  readonly [Name in IdentityRequestName]: {
    readonly payload: z.ZodType<IdentityPayload<Name>>;
    readonly answer: z.ZodType<IdentityAnswer<Name>>;
  };
} = rows;

/** How the views ask. Rejects only when the background cannot be reached at all. */
export type AskIdentity = <Name extends IdentityRequestName>(
  name: Name,
  payload: IdentityPayload<Name>,
) => Promise<IdentityAnswer<Name>>;

/** The message around a request. */
export const identityMessageSchema = z.object({
  type: z.literal('identity'),
  request: z.enum(Object.keys(rows) as [IdentityRequestName, ...IdentityRequestName[]]),
  payload: z.unknown(),
});
export type IdentityMessage = z.infer<typeof identityMessageSchema>;
