import { fail, type Result, succeed } from '#core/util/result';
import type { SetTimer } from '#core/util/scheduler';
import {
  RPC_TIMEOUT_MS,
  type RpcAbort,
  type RpcClient,
  type RpcFailure,
  type RpcMethod,
  type RpcMethods,
  type RpcRequest,
  type RpcService,
  rpcResponseSchema,
} from './rpc';

export interface RpcClientDeps {
  /**
   * Rejects, or resolves to `undefined`, if no server listens.
   * This happens after the background was stopped, reloaded or removed.
   */
  readonly send: (message: RpcRequest | RpcAbort) => Promise<unknown>;
  readonly setTimer: SetTimer;
  readonly newId: () => string;
}

/** Creates a client of a service. A call never rejects, and settles within the method's timeout. */
export function createRpcClient<Methods extends RpcMethods>(
  service: RpcService<Methods>,
  deps: RpcClientDeps,
): RpcClient<Methods> {
  return (method, input, signal) => callMethod(service, method, input, signal, deps) as ReturnType<RpcClient<Methods>>;
}

async function callMethod(
  { name: service, methods }: RpcService,
  methodName: string,
  input: unknown,
  signal: AbortSignal | undefined,
  { send, setTimer, newId }: RpcClientDeps,
): Promise<Result<unknown, unknown>> {
  const method = methods[methodName];
  if (method === undefined) return noBackground('unknown-method');
  if (signal?.aborted) return fail({ reason: 'cancelled' });
  const id = newId();
  return new Promise((resolve) => {
    const settle = (result: Result<unknown, unknown>): void => {
      stopTimer();
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const abort = (failure: Result<never, RpcFailure>): void => {
      send({ type: 'rpc-abort', service, id }).catch(() => undefined);
      settle(failure);
    };
    const cancel = (): void => abort(fail({ reason: 'cancelled' }));
    const stopTimer = setTimer(method.timeoutMs ?? RPC_TIMEOUT_MS, () => abort(noBackground('timeout')));
    signal?.addEventListener('abort', cancel);
    send({ type: 'rpc', service, method: methodName, id, input }).then(
      (response) => settle(parseResponse(method, response)),
      () => settle(noBackground('unreachable')),
    );
  });
}

function parseResponse(method: RpcMethod, message: unknown): Result<unknown, unknown> {
  if (message === undefined || message === null) return noBackground('unreachable');
  const response = rpcResponseSchema.safeParse(message);
  if (!response.success) return noBackground('bad-output');
  if (response.data.status === 'error') return noBackground(response.data.code);
  if (response.data.status === 'done') {
    const output = method.output.safeParse(response.data.value);
    return output.success ? succeed(output.data) : noBackground('bad-output');
  }
  const failure = method.failure?.safeParse(response.data.failure);
  return failure?.success ? fail(failure.data) : noBackground('bad-output');
}

type NoBackground = Extract<RpcFailure, { reason: 'no-background' }>;

function noBackground(detail: NoBackground['detail']): Result<never, NoBackground> {
  return fail({ reason: 'no-background', detail });
}
