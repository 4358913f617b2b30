import { environmentSchema } from '#core/identity/environment';
import { environmentDraftSchema, environmentProblemSchema } from '#core/identity/environment-draft';
import { actingFailureSchema, loginFailureSchema } from '#core/identity/failure';
import { sessionSummarySchema } from '#core/identity/session';
import { CLAIM_PROBLEMS, type ClaimProblem } from '#core/identity/token-claims';
import { isJsonObject, type JsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import { identityStateSchema } from './identity-state';
import { RPC_NETWORK_TIMEOUT_MS, type RpcCall, type RpcClient, type RpcReturned, type RpcService } from './rpc';

const sessionInput = z.object({ sessionId: z.string() });
const environmentInput = z.object({ environmentId: z.string() });

// A custom check, because z.record omits keys named `__proto__`.
function areOmittedClaims(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    Object.values(value).every((problem) => CLAIM_PROBLEMS.some((claimProblem) => claimProblem === problem))
  );
}

/** The claims of a token, and the values to check them against, but not the token itself. */
export const tokenViewSchema = z.object({
  /** Signature algorithm, or `null` if the token names none. */
  algorithm: z.nullable(z.string()),
  claims: z.custom<JsonObject>(isJsonObject),
  /** The claims that cannot be transferred or shown, each with the reason. */
  omitted: z.custom<Readonly<Record<string, ClaimProblem>>>(areOmittedClaims),
  accessExpiresAt: z.number(),
  expectedIssuer: z.string(),
});
export type TokenView = Readonly<z.infer<typeof tokenViewSchema>>;

const nullOrLoginFailure = { output: z.null(), failure: loginFailureSchema } as const;

/** Calls of the popup, the options and the panel to the background about identities. */
export const identityService = {
  name: 'identity',
  methods: {
    /** Returns the whole state of identities. */
    state: { from: 'extension-page', input: z.object({}), output: identityStateSchema },
    /**
     * Logs an entity in and makes it active.
     * The tokens of an aborted call are revoked and not stored.
     */
    login: {
      from: 'extension-page',
      input: z.object({ environmentId: z.string(), userId: z.string().check(z.minLength(1)), password: z.string() }),
      output: sessionSummarySchema,
      failure: loginFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
    /** Renews the tokens of a session now. */
    refresh: { from: 'extension-page', input: sessionInput, ...nullOrLoginFailure, timeoutMs: RPC_NETWORK_TIMEOUT_MS },
    /**
     * Deletes the tokens, then ends the session at the provider.
     * If only the provider fails, the tokens stay deleted. The failure `not-stored` means that they were not deleted.
     */
    logout: { from: 'extension-page', input: sessionInput, ...nullOrLoginFailure, timeoutMs: RPC_NETWORK_TIMEOUT_MS },
    /** Logs out every session of an environment. */
    logoutAll: { from: 'extension-page', input: environmentInput, ...nullOrLoginFailure },
    /** Makes this session's entity the active one. */
    activate: { from: 'extension-page', input: sessionInput, ...nullOrLoginFailure },
    /** Returns the access token, renewed first if it expires soon. */
    token: {
      from: 'popup',
      input: sessionInput,
      output: z.object({ accessToken: z.string() }),
      failure: loginFailureSchema,
      timeoutMs: RPC_NETWORK_TIMEOUT_MS,
    },
    /** Returns the claims of the access token, or `null` if it isn't a JSON Web Token. */
    claims: { from: 'popup', input: sessionInput, output: z.nullable(tokenViewSchema), failure: loginFailureSchema },
    /**
     * Adds the session's token to a tab's requests to the registry.
     * This ends when the tab shows a page of neither `pageOrigin` nor the registry, when the user stops it or logs out,
     * when the token expires, or when the tab is closed.
     */
    startActing: {
      from: 'popup',
      input: z.object({ tabId: z.number().check(z.int()), sessionId: z.string(), pageOrigin: z.string() }),
      output: z.null(),
      failure: actingFailureSchema,
    },
    /** Removes the token from a tab, or deletes the notice of why it was removed. */
    stopActing: { from: 'extension-page', input: z.object({ tabId: z.number().check(z.int()) }), output: z.null() },
    selectEnvironment: { from: 'extension-page', input: environmentInput, ...nullOrLoginFailure },
    /** Adds an environment if `environmentId` is null, or changes one. Also selects it. */
    saveEnvironment: {
      from: 'extension-page',
      input: z.object({ environmentId: z.nullable(z.string()), draft: environmentDraftSchema }),
      output: environmentSchema,
      failure: z.object({ reason: z.literal('invalid'), problems: z.array(environmentProblemSchema) }),
    },
    /** Removes an environment and logs out its sessions. */
    removeEnvironment: { from: 'extension-page', input: environmentInput, ...nullOrLoginFailure },
  },
} as const satisfies RpcService;

/** Reports how many log-ins an update of the extension ended, because they were in memory only. */
export const endedLogInsService = {
  name: 'ended-log-ins',
  methods: {
    /** Returns the number, and resets it. */
    take: { from: 'popup', input: z.object({}), output: z.object({ count: z.number() }) },
  },
} as const satisfies RpcService;

type Methods = typeof identityService.methods;
export type IdentityRequestName = keyof Methods;
export type IdentityPayload<Name extends IdentityRequestName> = z.output<Methods[Name]['input']>;
/** The background's response; the caller may also get an `RpcFailure`. */
export type IdentityResponse<Name extends IdentityRequestName> = RpcReturned<Methods[Name]>;

/** Handlers of the methods. Only `login` needs the signal of its call. */
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

/** Client of the identity service, for the views. */
export type CallIdentity = RpcClient<Methods>;
