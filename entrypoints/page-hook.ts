import type { UnlistedScriptDefinition } from 'wxt';
import { openHookChannel } from '#page/channel';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { type Hook, startHook } from '#page/hook/hook';
import { randomName } from '#page/random-name';

export default {
  // A named bundle would be a global variable of the visited page.
  globalName: false,
  main() {
    const part = randomName();
    let hook: Hook | null = null;
    const channel = openHookChannel(document, part, () => hook?.greet());
    if (!channel) return;
    const keepListening = surviveDocumentOpen(document, channel.flush);
    hook = startHook({ page: window, channel, part, keepListening });
  },
} satisfies UnlistedScriptDefinition;
