import { type Browser, browser } from 'wxt/browser';
import type { ToAllRelays } from '#core/wire/page-messages';
import { RELAY_PORT } from '#extension/protocol/relay-port';
import { type MessageSender, relayTabOf } from '#extension/protocol/sender';
import { isUnwatchedLog } from '#extension/protocol/unwatched-log';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import { ownExtension } from '../own-extension';
import { listenThroughBridge } from '../relay-bridge';
import { callBackground, hasOwnApi } from './ask-background';

/**
 * Takes the ports that the relays of one tab open.
 * They come straight to this page: in Chromium no service worker takes part, so nothing is lost while it is stopped.
 * (In Firefox no port reaches a panel, and the background passes them on.) Returns an unsubscribe function.
 */
export function listenRelays(tabId: number, listener: RelayListener): () => void {
  if (import.meta.env.FIREFOX && !hasOwnApi('tabs')) return listenThroughBridge(tabId, listener);
  const own = ownExtension();
  const welcome = (port: Browser.runtime.Port): void => {
    const { sender } = port;
    if (port.name !== RELAY_PORT || !sender || relayTabOf(sender, own) !== tabId) return;
    const connection: RelayConnection = {
      frameId: sender.frameId ?? 0,
      documentId: sender.documentId ?? `${tabId}.${sender.frameId}.${sender.url}`,
      url: sender.url ?? '',
      post: (message) => port.postMessage(message),
    };
    port.onMessage.addListener((message) => listener.receive(connection, message));
    port.onDisconnect.addListener(() => listener.disconnected(connection));
  };
  browser.runtime.onConnect.addListener(welcome);
  return () => browser.runtime.onConnect.removeListener(welcome);
}

/**
 * Calls back when a page of the tab hands its log to the background while a panel is open.
 * The document unloaded before its port got a reply, and Chromium delivers no port whose page is gone. In Firefox the port
 * comes in all the same.
 */
export function listenUnwatchedLogs(tabId: number, onLog: () => void): void {
  const own = ownExtension();
  browser.runtime.onMessage.addListener((message: unknown, sender: MessageSender) => {
    if (relayTabOf(sender, own) === tabId && isUnwatchedLog(message)) onLog();
  });
}

/** Calls on the relays of a tab; those that are there before the panel was open connect only then. */
export async function broadcastToRelays(tabId: number, message: ToAllRelays): Promise<void> {
  // sendMessage rejects if no relay listens in the tab.
  if (hasOwnApi('tabs')) await browser.tabs.sendMessage(tabId, message).catch(() => undefined);
  else await callBackground('broadcastToRelays', { tabId, message });
}
