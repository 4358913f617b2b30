import { environmentSchema } from '#core/identity/environment';
import { actingFailureSchema, loginFailureSchema } from '#core/identity/failure';
import { sessionSummarySchema } from '#core/identity/session';
import { CLAIM_PROBLEMS, type ClaimProblem } from '#core/identity/token-claims';
import { environmentDraftSchema, environmentProblemSchema } from '#core/identity/typed-environment';
import { isJsonObject, type JsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import { identityStateSchema } from './identity-state';
import { RPC_NETWORK_TIMEOUT_MS, type RpcCall, type RpcClient, type RpcReturned, type RpcService } from './rpc';

/** Calls of the popup, the options and the panel to the background about identities. */

const sessionId = z.object({ sessionId: z.string() });
const environmentId = z.object({ environmentId: z.string() });

// z.record would not do: zod omits keys named `__proto__`.
function isOmitted(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((problem) => CLAIM_PROBLEMS.some((one) => one === problem));
}

/** The claims of a token, and the values to check them against. Without the token. */
export const tokenViewSchema = z.object({
  /** Signature algorithm of the token; `null` if it names none. */
  algorithm: z.nullable(z.string()),
  claims: z.custom<JsonObject>(isJsonObject),
  /** The claims that cannot be passed on or shown, each with the reason. */
  omitted: z.custom<Readonly<Record<string, ClaimProblem>>>(isOmitted),
  tokenType: z.string(),
  accessExpiresAt: z.number(),
  expectedIssuer: z.string(),
});
export type TokenView = Readonly<z.infer<typeof tokenViewSchema>>;

const done = { output: z.null(), failure: loginFailureSchema } as const;

export const identityService = {
  name: 'identity',
  methods: {
    /** Returns the whole state of identities. */
    state: { from: 'own-page', input: z.object({}), output: identityStateSchema },
    /**
     * Logs an entity in and makes it active.
     * The tokens of an aborted call are revoked and not stored.
     */
    login: {
      from: 'own-page',
      input: z.object({ environmentId: z.string(), userId: z.string().check(z.minLength(1)), password: z.string() }),
      output: sessionSummarySchema,
      failure: loginFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
    /** Renews the tokens now. */
    refresh: { from: 'own-page', input: sessionId, ...done, timeoutMs: RPC_NETWORK_TIMEOUT_MS },
    /**
     * Deletes the tokens, then ends the session at the provider.
     * A failure means: deleted here, but not ended there.
     */
    logout: { from: 'own-page', input: sessionId, ...done, timeoutMs: RPC_NETWORK_TIMEOUT_MS },
    /** The same for every session of an environment. */
    logoutAll: { from: 'own-page', input: environmentId, output: z.null() },
    /** Acts as this session's entity from now on. */
    activate: { from: 'own-page', input: sessionId, ...done },
    /** The access token, renewed first if it ends soon. */
    token: {
      from: 'popup',
      input: sessionId,
      output: z.object({ accessToken: z.string() }),
      failure: loginFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
    /** Returns the claims of the access token without the token; `null` if it is no JSON Web Token. */
    claims: { from: 'popup', input: sessionId, output: z.nullable(tokenViewSchema), failure: loginFailureSchema },
    /**
     * Puts the session's token on one tab's requests to the registry, as long as the tab shows that page or the
     * registry, until it is stopped, logged out, expired or closed.
     */
    startActing: {
      from: 'popup',
      input: z.object({ tabId: z.number().check(z.int()), sessionId: z.string(), pageOrigin: z.string() }),
      output: z.null(),
      failure: actingFailureSchema,
    },
    /** Takes it off, or forgets why it was taken off. */
    stopActing: { from: 'own-page', input: z.object({ tabId: z.number().check(z.int()) }), output: z.null() },
    chooseEnvironment: { from: 'own-page', input: environmentId, ...done },
    /** Adds an environment (`environmentId` null) or changes one, and chooses it. */
    saveEnvironment: {
      from: 'own-page',
      input: z.object({ environmentId: z.nullable(z.string()), draft: environmentDraftSchema }),
      output: environmentSchema,
      failure: z.object({ reason: z.literal('invalid'), problems: z.array(environmentProblemSchema) }),
    },
    /** Removes an environment and logs out its sessions. */
    removeEnvironment: { from: 'own-page', input: environmentId, ...done },
  },
} as const satisfies RpcService;

/** How many log-ins an update of the extension ended: they were in memory only. */
export const endedLogInsService = {
  name: 'ended-log-ins',
  methods: {
    /** Returns the number once. */
    take: { from: 'popup', input: z.object({}), output: z.object({ count: z.number() }) },
  },
} as const satisfies RpcService;

type Methods = typeof identityService.methods;
export type IdentityRequestName = keyof Methods;
export type IdentityPayload<Name extends IdentityRequestName> = z.output<Methods[Name]['input']>;
/** The background's response; the caller may also get an `RpcFailure`. */
export type IdentityResponse<Name extends IdentityRequestName> = RpcReturned<Methods[Name]>;

/** Context that handlers need of a call. */
export type IdentityHandlers = {
  readonly [Name in Exclude<IdentityRequestName, 'login'>]: (
    payload: IdentityPayload<Name>,
  ) => Promise<IdentityResponse<Name>>;
} & {
  readonly login: (
    payload: IdentityPayload<'login'>,
    call: Pick<RpcCall<unknown>, 'signal'>,
  ) => Promise<IdentityResponse<'login'>>;
};

/** How the views ask. */
export type AskIdentity = RpcClient<Methods>;
