import { type RegistryCall, registryCallSchema } from '#core/registry/registry-call';
import { REFUSED } from '#extension/background/identity/identity-handler';
import {
  type RegistryOutcome,
  registryCancelSchema,
  registryMessageSchema,
} from '#extension/protocol/registry-protocol';
import { isOwnPage, type MessageSender, type OwnExtension } from '#extension/protocol/sender';

export type CallRegistry = (asked: RegistryCall, cancelled: AbortSignal) => Promise<RegistryOutcome>;

/** Answers calls to the registry, for the extension's own pages alone. `undefined` for any other message, at once. */
export function createRegistryAnswering(call: CallRegistry, own: OwnExtension) {
  const running = new Map<string, AbortController>();

  async function answer(callId: string, asked: RegistryCall): Promise<RegistryOutcome> {
    const controller = new AbortController();
    running.set(callId, controller);
    try {
      return await call(asked, controller.signal);
    } finally {
      running.delete(callId);
    }
  }

  return (message: unknown, sender: MessageSender): Promise<unknown> | undefined => {
    const cancel = registryCancelSchema.safeParse(message);
    if (cancel.success) {
      if (!isOwnPage(sender, own)) return Promise.resolve(REFUSED);
      running.get(cancel.data.callId)?.abort();
      return Promise.resolve(null);
    }
    const parsed = registryMessageSchema.safeParse(message);
    if (!parsed.success) return undefined;
    const asked = registryCallSchema.safeParse(parsed.data.call);
    if (!isOwnPage(sender, own) || !asked.success) return Promise.resolve(REFUSED);
    return answer(parsed.data.callId, asked.data);
  };
}
