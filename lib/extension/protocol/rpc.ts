import type { Result } from '#core/util/result';
import * as z from '#core/util/zod';

/** Permitted callers: all extension pages and the background, only the popup, or relays. */
export type RpcCaller = 'extension-page' | 'popup' | 'relay';

export interface RpcMethod {
  readonly from: RpcCaller;
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Schema of the method's failures. A method without failures returns its output directly. */
  readonly failure?: z.ZodMiniType;
  /** Default: {@link RPC_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
}

export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/** A named group of methods with one server. */
export interface RpcService<Methods extends RpcMethods = RpcMethods> {
  readonly name: string;
  readonly methods: Methods;
}

/** A stopped worker starts within a few seconds, even on a busy machine. */
export const RPC_TIMEOUT_MS = 30_000;
/**
 * Timeout of methods that send requests, which have their own deadlines.
 * The longest are 15 s for a token and 30 s for a call.
 */
export const RPC_NETWORK_TIMEOUT_MS = 90_000;

type RpcInput<Method extends RpcMethod> = z.input<Method['input']>;

type FailureOf<Method extends RpcMethod> = Method extends { readonly failure: infer Failure extends z.ZodMiniType }
  ? z.output<Failure>
  : never;

/** The result of a handler. */
export type RpcReturned<Method extends RpcMethod> = Method extends {
  readonly failure: infer Failure extends z.ZodMiniType;
}
  ? Result<z.output<Method['output']>, z.output<Failure>>
  : z.output<Method['output']>;

/** The result that a caller gets. */
type RpcResult<Method extends RpcMethod> = Result<z.output<Method['output']>, FailureOf<Method> | RpcFailure>;

/** The failure of the call itself, not of the method. */
export type RpcFailure =
  | { readonly reason: 'cancelled' }
  | { readonly reason: 'no-background'; readonly detail: RpcErrorCode | 'unreachable' | 'timeout' | 'bad-output' };

/** Calls one method. Never rejects. */
export type RpcClient<Methods extends RpcMethods> = <Name extends keyof Methods & string>(
  method: Name,
  input: RpcInput<Methods[Name]>,
  signal?: AbortSignal,
) => Promise<RpcResult<Methods[Name]>>;

/** The context of a call, passed with its input. */
export interface RpcCall<Sender> {
  readonly sender: Sender;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

export type RpcHandlers<Methods extends RpcMethods, Sender = unknown> = {
  readonly [Name in keyof Methods]: (
    input: z.output<Methods[Name]['input']>,
    call: RpcCall<Sender>,
  ) => Promise<RpcReturned<Methods[Name]>>;
};

const RPC_ERROR_CODES = ['denied', 'unknown-method', 'bad-input', 'threw'] as const;
export type RpcErrorCode = (typeof RPC_ERROR_CODES)[number];

/** The message of a call. A call without an id cannot be aborted. */
export const rpcRequestSchema = z.object({
  type: z.literal('rpc'),
  service: z.string(),
  method: z.string(),
  id: z.optional(z.string()),
  input: z.unknown(),
});
export type RpcRequest = Readonly<z.infer<typeof rpcRequestSchema>>;

/** The message that aborts a call whose caller no longer waits. */
export const rpcAbortSchema = z.object({ type: z.literal('rpc-abort'), service: z.string(), id: z.string() });
export type RpcAbort = Readonly<z.infer<typeof rpcAbortSchema>>;

/** Output and failure are parsed by the method's own schemas. */
export const rpcResponseSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), value: z.unknown() }),
  z.object({ status: z.literal('failed'), failure: z.unknown() }),
  z.object({ status: z.literal('error'), code: z.enum(RPC_ERROR_CODES) }),
]);
export type RpcResponse = Readonly<z.infer<typeof rpcResponseSchema>>;
