import { openHookChannel } from '#page/channel';
import { randomName } from '#page/random-name';
import { surviveDocumentOpen } from './document-open';
import { type Hook, startHook } from './hook';

/** Starts the hook of this document, where there is none yet. `readStack` reads the call stack of a call. */
export function startPageHook(readStack?: () => string | undefined): void {
  const part = randomName();
  let hook: Hook | null = null;
  const channel = openHookChannel(document, part, () => hook?.greet());
  if (!channel) return;
  const keepListening = surviveDocumentOpen(document, channel.flush);
  hook = startHook({ page: window, channel, part, keepListening, readStack });
}
