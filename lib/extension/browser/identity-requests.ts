import { type AskIdentity, identityService } from '#extension/protocol/identity-protocol';
import { rpcClient } from './rpc-call';

/** Calls the background about identities, from any of the extension's own pages. */
export const askIdentity: AskIdentity = rpcClient(identityService);
