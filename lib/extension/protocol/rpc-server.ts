import type { Result } from '#core/util/result';
import {
  type RpcCaller,
  type RpcErrorCode,
  type RpcHandlers,
  type RpcMethods,
  type RpcResponse,
  type RpcService,
  rpcAbortSchema,
  rpcRequestSchema,
} from './rpc';
import { isExtensionPage, isPopup, type MessageSender, type OwnExtension, relayTabOf } from './sender';

/**
 * Creates the handler of a service's messages.
 * It returns `undefined` at once for any other message, so that another service can respond. A forbidden sender gets
 * the same error for existing and unknown methods.
 */
export function createRpcServer<Methods extends RpcMethods, Sender extends MessageSender>(
  { name, methods }: RpcService<Methods>,
  handlers: RpcHandlers<Methods, Sender>,
  extension: OwnExtension,
) {
  const controllers = new Map<string, AbortController>();

  async function serve(methodName: string, id: string | undefined, input: unknown, sender: Sender) {
    const method = Object.hasOwn(methods, methodName) ? methods[methodName] : undefined;
    if (!isAllowed(method?.from ?? 'extension-page', sender, extension)) return error('denied');
    if (method === undefined) return error('unknown-method');
    const parsed = method.input.safeParse(input);
    if (!parsed.success) return error('bad-input');
    const controller = new AbortController();
    if (id !== undefined) controllers.set(id, controller);
    try {
      const handler = handlers[methodName] as Handler<Sender>;
      const returned = await handler(parsed.data, { sender, signal: controller.signal });
      return method.failure === undefined ? done(returned) : toResponse(returned as Result<unknown, unknown>);
    } catch {
      return error('threw');
    } finally {
      if (id !== undefined) controllers.delete(id);
    }
  }

  return (message: unknown, sender: Sender): Promise<RpcResponse> | undefined => {
    const request = rpcRequestSchema.safeParse(message);
    if (request.success) {
      const { service, method, id, input } = request.data;
      return service === name ? serve(method, id, input, sender) : undefined;
    }
    const abort = rpcAbortSchema.safeParse(message);
    if (abort.success && abort.data.service === name && isExtensionPage(sender, extension))
      controllers.get(abort.data.id)?.abort();
    return undefined;
  };
}

type Handler<Sender> = (
  input: unknown,
  call: { readonly sender: Sender; readonly signal: AbortSignal },
) => Promise<unknown>;

function isAllowed(caller: RpcCaller, sender: MessageSender, extension: OwnExtension): boolean {
  switch (caller) {
    case 'extension-page':
      return isExtensionPage(sender, extension);
    case 'popup':
      return isPopup(sender, extension);
    case 'relay':
      return relayTabOf(sender, extension) !== null;
  }
}

function toResponse(result: Result<unknown, unknown>): RpcResponse {
  return result.ok ? done(result.value) : { status: 'failed', failure: result.failure };
}

function done(value: unknown): RpcResponse {
  return { status: 'done', value };
}

function error(code: RpcErrorCode): RpcResponse {
  return { status: 'error', code };
}
