import type { Result } from '#core/util/result';
import { actingStateService, identityChangedService } from '#extension/protocol/acting-state-protocol';
import type { RpcFailure } from '#extension/protocol/rpc';
import type { ActingState } from '#panel/acting-state';
import { rpcClient } from './rpc-call';
import { serveRpc } from './serve-rpc';

const actingState = rpcClient(actingStateService);
const identityChanged = rpcClient(identityChangedService);

/** Reads who is logged in where from the background: all that a page needs to show it. */
export function askActingState(): Promise<Result<ActingState, RpcFailure>> {
  return actingState('read', {});
}

/** Tells every open page of the extension that identities changed. That none is open is no failure. */
export function announceIdentityChange(): void {
  void identityChanged('reload', {});
}

/** Listens for changes of identities; the undo stops it. */
export function listenForIdentityChange(onChange: () => void): () => void {
  return serveRpc(identityChangedService, {
    async reload() {
      onChange();
      return null;
    },
  });
}
