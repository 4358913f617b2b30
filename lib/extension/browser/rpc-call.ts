import { browser } from 'wxt/browser';
import { setTimer } from '#extension/browser-scheduler';
import type { RpcClient, RpcMethods, RpcService } from '#extension/protocol/rpc';
import { createRpcClient } from '#extension/protocol/rpc-client';

/** Creates a client of a service in another extension page or in the background. */
export function rpcClient<Methods extends RpcMethods>(service: RpcService<Methods>): RpcClient<Methods> {
  return createRpcClient(service, {
    // Async because after a reload of the extension the call throws synchronously.
    send: async (message) => browser.runtime.sendMessage(message),
    setTimer,
    newId: () => crypto.randomUUID(),
  });
}
