import { browser } from 'wxt/browser';
import type { RpcHandlers, RpcMethods, RpcResponse, RpcService } from '#extension/protocol/rpc';
import { createRpcServer } from '#extension/protocol/rpc-server';
import type { MessageSender } from '#extension/protocol/sender';
import { ownExtension } from './own-extension';

/**
 * Starts to serve a service. Returns an unsubscribe function.
 * Call during worker startup: a listener that is added later misses the message that woke the worker.
 */
export function serveRpc<Methods extends RpcMethods>(
  service: RpcService<Methods>,
  handlers: RpcHandlers<Methods, MessageSender>,
): () => void {
  const serve = createRpcServer(service, handlers, ownExtension());
  const handle = (message: unknown, sender: MessageSender, respond: (response: RpcResponse) => void) => {
    const response = serve(message, sender);
    if (response === undefined) return undefined;
    void response.then(respond);
    return true as const;
  };
  browser.runtime.onMessage.addListener(handle);
  return () => browser.runtime.onMessage.removeListener(handle);
}
