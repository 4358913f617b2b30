import { browser } from 'wxt/browser';
import type { RpcClient, RpcHandlers, RpcMethods, RpcService } from '#extension/protocol/rpc';
import { createRpcClient } from '#extension/protocol/rpc-client';
import { createRpcServer } from '#extension/protocol/rpc-server';
import type { MessageSender } from '#extension/protocol/sender';
import { answerMessages, ownExtension } from './background/message-handler';

/** Makes the calls of a service that another page of the extension, or its background, serves. */
export function rpcClient<Methods extends RpcMethods>(service: RpcService<Methods>): RpcClient<Methods> {
  return createRpcClient(service, {
    // Async: of an extension that was reloaded the call throws at once.
    send: async (message) => browser.runtime.sendMessage(message),
    after(milliseconds, then) {
      const timer = setTimeout(then, milliseconds);
      return () => clearTimeout(timer);
    },
    newId: () => crypto.randomUUID(),
  });
}

/**
 * Serves a service from here on. Returns an unsubscribe function.
 * Call during worker startup: a listener that is added later misses the message that woke the worker.
 */
export function serveRpc<Methods extends RpcMethods>(
  service: RpcService<Methods>,
  handlers: RpcHandlers<Methods, MessageSender>,
): () => void {
  return answerMessages(createRpcServer(service, handlers, ownExtension()));
}
