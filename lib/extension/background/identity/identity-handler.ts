import {
  type IdentityRequestName,
  identityMessageSchema,
  identityRequests,
} from '#extension/protocol/identity-protocol';
import { isOwnPage, isPopup, type MessageSender, type OwnExtension } from '#extension/protocol/sender';
import type { IdentityHandlers } from './identity-service';

/** What a sender gets that may not ask. Names neither sessions nor reasons. */
export const REFUSED = { refused: true } as const;

/**
 * Answers requests about identities. `undefined` for any other message, at once, so that others can answer it.
 * Content scripts and pages are refused, whatever they ask; tokens are for the popup alone.
 */
export function createIdentityAnswering(handlers: IdentityHandlers, own: OwnExtension) {
  return (message: unknown, sender: MessageSender): Promise<unknown> | undefined => {
    const parsed = identityMessageSchema.safeParse(message);
    if (!parsed.success) return undefined;
    const { request, payload } = parsed.data;
    if (!mayAsk(request, sender, own)) return Promise.resolve(REFUSED);
    return answer(handlers, request, payload);
  };
}

const ONLY_POPUP: ReadonlySet<IdentityRequestName> = new Set(['token', 'claims', 'startActing']);

function mayAsk(request: IdentityRequestName, sender: MessageSender, own: OwnExtension): boolean {
  return ONLY_POPUP.has(request) ? isPopup(sender, own) : isOwnPage(sender, own);
}

async function answer<Name extends IdentityRequestName>(
  handlers: IdentityHandlers,
  request: Name,
  payload: unknown,
): Promise<unknown> {
  const parsed = identityRequests[request].payload.safeParse(payload);
  if (!parsed.success) return REFUSED;
  return handlers[request](parsed.data);
}
