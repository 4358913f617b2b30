import { browser } from 'wxt/browser';
import { panelHelpService } from '#extension/protocol/panel-help';
import { type GuardNextEvent, injectGuard } from '../inject-guard';
import { sendToRelays } from '../relay-bridge';
import { serveRpc } from '../serve-rpc';
import { openExtensionPage } from '../tabs';

/** Serves panels in Firefox, which lack some APIs. Call in the background. */
export function startPanelRpc(guardNextEvent: GuardNextEvent): void {
  serveRpc(panelHelpService, {
    async broadcastToRelays({ tabId, message }) {
      await sendToRelays(tabId, message);
      return null;
    },
    grantedOrigins: async () => (await browser.permissions.getAll()).origins ?? [],
    hasAccess: ({ pattern }) => browser.permissions.contains({ origins: [pattern] }),
    revokeAccess: ({ pattern }) => browser.permissions.remove({ origins: [pattern] }),
    async openExtensionPage({ path }) {
      await openExtensionPage(path);
      return null;
    },
    guardFire: (fire) => injectGuard(fire, guardNextEvent),
  });
}
