import {
  type RegistryCall,
  type RegistryOutcome,
  registryCallSchema,
  registryMessageSchema,
} from '../../messaging/registry';
import { REFUSED } from '../identity/answering';
import { isOwnPage, type MessageSender, type OwnExtension } from '../identity/senders';

/** Answers calls to the registry, for the extension's own pages alone. `undefined` for any other message, at once. */
export function createRegistryAnswering(call: (asked: RegistryCall) => Promise<RegistryOutcome>, own: OwnExtension) {
  return (message: unknown, sender: MessageSender): Promise<unknown> | undefined => {
    const parsed = registryMessageSchema.safeParse(message);
    if (!parsed.success) return undefined;
    const asked = registryCallSchema.safeParse(parsed.data.call);
    if (!isOwnPage(sender, own) || !asked.success) return Promise.resolve(REFUSED);
    return call(asked.data);
  };
}
