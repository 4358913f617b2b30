import { type Browser, browser } from 'wxt/browser';
import type { ToAllRelays } from '#core/wire/page-messages';
import { RELAY_PORT } from '#extension/protocol/relay-port';
import { type MessageSender, relayTabOf } from '#extension/protocol/sender';
import { isUnwatchedLog } from '#extension/protocol/unwatched-log';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import { ownExtension } from '../own-extension';
import { sendToRelays, subscribeThroughBridge } from '../relay-bridge';
import { callBackground, hasOwnApi } from './ask-background';

/**
 * Accepts the ports that the relays of one tab open. Returns an unsubscribe function.
 * In Chromium, relays connect to this page directly, so nothing is lost while the service worker is stopped. In Firefox
 * no port reaches a panel, and the background forwards the messages.
 */
export function subscribeToRelays(tabId: number, listener: RelayListener): () => void {
  if (import.meta.env.FIREFOX && !hasOwnApi('tabs')) return subscribeThroughBridge(tabId, listener);
  const extension = ownExtension();
  const acceptPort = (port: Browser.runtime.Port): void => {
    const { sender } = port;
    if (port.name !== RELAY_PORT || !sender || relayTabOf(sender, extension) !== tabId) return;
    const connection: RelayConnection = {
      frameId: sender.frameId ?? 0,
      documentId: sender.documentId ?? `${tabId}.${sender.frameId}.${sender.url}`,
      url: sender.url ?? '',
      post: (message) => port.postMessage(message),
    };
    port.onMessage.addListener((message) => listener.receive(connection, message));
    port.onDisconnect.addListener(() => listener.disconnected(connection));
  };
  browser.runtime.onConnect.addListener(acceptPort);
  return () => browser.runtime.onConnect.removeListener(acceptPort);
}

/**
 * Calls back when a page of the tab sends its log to the background although a panel is open.
 * The document unloaded before its port got a reply, and Chromium delivers no port of an unloaded page. Firefox does
 * deliver the port.
 */
export function onUnwatchedLog(tabId: number, onLog: () => void): void {
  const extension = ownExtension();
  browser.runtime.onMessage.addListener((message: unknown, sender: MessageSender) => {
    if (relayTabOf(sender, extension) === tabId && isUnwatchedLog(message)) onLog();
  });
}

/**
 * Sends a message to all relays of a tab.
 * Relays that started before the panel opened connect only then.
 */
export async function broadcastToRelays(tabId: number, message: ToAllRelays): Promise<void> {
  if (hasOwnApi('tabs')) await sendToRelays(tabId, message);
  else await callBackground('broadcastToRelays', { tabId, message });
}
