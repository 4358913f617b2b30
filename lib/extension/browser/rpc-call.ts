import { browser } from 'wxt/browser';
import { setTimer } from '#extension/browser-scheduler';
import type { RpcClient, RpcMethods, RpcService } from '#extension/protocol/rpc';
import { createRpcClient } from '#extension/protocol/rpc-client';

/** Makes the calls of a service that another page of the extension, or its background, serves. */
export function rpcClient<Methods extends RpcMethods>(service: RpcService<Methods>): RpcClient<Methods> {
  return createRpcClient(service, {
    // Async: after a reload of the extension the call throws synchronously.
    send: async (message) => browser.runtime.sendMessage(message),
    after: setTimer,
    newId: () => crypto.randomUUID(),
  });
}
