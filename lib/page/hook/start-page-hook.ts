import type { OriginReport } from '#core/wire/page-messages';
import { openHookChannel } from '#page/channel';
import { randomName } from '#page/random-name';
import { surviveDocumentOpen } from './document-open';
import { type Hook, startHook } from './hook';

/**
 * Starts the hook of this document, unless one runs already.
 * `readOrigin` reads the call stack and the user action.
 */
export function startPageHook(readOrigin?: () => OriginReport): void {
  const part = randomName();
  let hook: Hook | null = null;
  const channel = openHookChannel(document, part, () => hook?.onRelayConnected());
  if (!channel) return;
  const restoreListeners = surviveDocumentOpen(document, channel.flush);
  hook = startHook({ page: window, channel, part, restoreListeners, readOrigin });
}
