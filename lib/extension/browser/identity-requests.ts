import { type CallIdentity, identityService } from '#extension/protocol/identity-protocol';
import { rpcClient } from './rpc-call';

/** Calls the identity service of the background, from any of the extension's own pages. */
export const callIdentity: CallIdentity = rpcClient(identityService);
