import type { Result } from '#core/util/result';
import { actingStateService, identityChangedService } from '#extension/protocol/acting-state-protocol';
import type { RpcFailure } from '#extension/protocol/rpc';
import type { ActingState } from '#panel/acting-state';
import { rpcClient } from './rpc-call';
import { serveRpc } from './serve-rpc';

const actingState = rpcClient(actingStateService);
const identityChanged = rpcClient(identityChangedService);

/** Reads the logged-in and active entities from the background. */
export function readActingState(): Promise<Result<ActingState, RpcFailure>> {
  return actingState('read', {});
}

/** Notifies every open page of the extension that identities changed. Never fails. */
export function announceIdentityChange(): void {
  void identityChanged('reload', {});
}

/** Calls back when identities changed. Returns an unsubscribe function. */
export function onIdentityChange(onChange: () => void): () => void {
  return serveRpc(identityChangedService, {
    async reload() {
      onChange();
      return null;
    },
  });
}
