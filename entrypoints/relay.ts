import type { UnlistedScriptDefinition } from 'wxt';
import {
  connectToPanels,
  isExtensionAlive,
  isSiteWatched,
  onRelayMessage,
  reportUnwatched,
} from '#extension/browser/relay-runtime';
import { RELAY_PORT } from '#extension/protocol/relay-port';
import { startRelay } from '#page/relay/start-relay';

export default {
  // A named bundle would be a global variable of the isolated world.
  globalName: false,
  main() {
    startRelay({
      connect: () => connectToPanels(RELAY_PORT),
      report: reportUnwatched,
      isAlive: isExtensionAlive,
      isWatched: isSiteWatched,
      onMessage: onRelayMessage,
    });
  },
} satisfies UnlistedScriptDefinition;
