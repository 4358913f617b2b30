import { type Browser, browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import type { ToAllRelays } from '#core/wire/page-messages';
import { RELAY_PORT } from '#extension/protocol/relay-port';
import { isExtensionPage, relayTabOf } from '#extension/protocol/sender';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import { ownExtension } from './own-extension';

type Port = Browser.runtime.Port;

/** Prefix of the port's name by which a panel connects to the background, followed by the tab's id. */
const BRIDGE = 'telemetry-v3-bridge:';

/** A message of the background about the relays of the panel's tab. */
const fromBridgeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('opened'),
    relay: z.int(),
    frameId: z.number(),
    documentId: z.string(),
    url: z.string(),
  }),
  z.object({ type: z.literal('message'), relay: z.int(), message: z.unknown() }),
  z.object({ type: z.literal('closed'), relay: z.int() }),
]);
type FromBridge = z.infer<typeof fromBridgeSchema>;

const toBridgeSchema = z.object({ relay: z.int(), message: z.unknown() });

/**
 * Receives the relays' messages through the background, where panels get no ports, as in Firefox.
 * Returns an unsubscribe function.
 */
export function subscribeThroughBridge(tabId: number, listener: RelayListener): () => void {
  const port = browser.runtime.connect({ name: `${BRIDGE}${tabId}` });
  const connections = new Map<number, RelayConnection>();
  port.onMessage.addListener((message: unknown) => {
    const parsed = fromBridgeSchema.safeParse(message);
    if (!parsed.success) return;
    const { relay } = parsed.data;
    if (parsed.data.type === 'opened') {
      const { frameId, documentId, url } = parsed.data;
      const post = (relayMessage: unknown): void => port.postMessage({ relay, message: relayMessage });
      connections.set(relay, { frameId, documentId, url, post });
      return;
    }
    const connection = connections.get(relay);
    if (!connection) return;
    if (parsed.data.type === 'message') listener.receive(connection, parsed.data.message);
    else {
      connections.delete(relay);
      listener.disconnected(connection);
    }
  });
  return () => port.disconnect();
}

/**
 * Connects the relays of a tab with the panel that requested them. Call in the background.
 * Panels in Chromium connect to the relays directly.
 */
export function startRelayBridge(): void {
  const panels = new Map<number, Port>();
  const relays = new Map<number, Port>();
  let lastRelay = 0;

  const connectPanel = (port: Port, tabId: number): void => {
    panels.set(tabId, port);
    port.onMessage.addListener((message: unknown) => {
      const relayMessage = toBridgeSchema.safeParse(message);
      if (relayMessage.success) relays.get(relayMessage.data.relay)?.postMessage(relayMessage.data.message);
    });
    port.onDisconnect.addListener(() => {
      if (panels.get(tabId) !== port) return;
      panels.delete(tabId);
      // Otherwise, the relays would continue to report to the closed panel. After reconnecting they report to the
      // background.
      const reconnect = { type: 'panel-opened' } satisfies ToAllRelays;
      void sendToRelays(tabId, reconnect);
    });
  };
  const connectRelay = (port: Port, tabId: number): void => {
    const { frameId = 0, documentId, url = '' } = port.sender ?? {};
    const panel = panels.get(tabId);
    if (!panel) return;
    lastRelay += 1;
    const relay = lastRelay;
    const notify = (message: FromBridge): void => {
      if (panels.get(tabId) === panel) panel.postMessage(message);
    };
    relays.set(relay, port);
    notify({ type: 'opened', relay, frameId, documentId: documentId ?? `${tabId}.${relay}`, url });
    port.onMessage.addListener((message: unknown) => notify({ type: 'message', relay, message }));
    port.onDisconnect.addListener(() => {
      relays.delete(relay);
      notify({ type: 'closed', relay });
    });
  };

  const extension = ownExtension();
  browser.runtime.onConnect.addListener((port) => {
    const { name, sender = {} } = port;
    const tabId = relayTabOf(sender, extension);
    if (name === RELAY_PORT && tabId !== null) connectRelay(port, tabId);
    else if (name.startsWith(BRIDGE) && isExtensionPage(sender, extension))
      connectPanel(port, Number(name.slice(BRIDGE.length)));
  });
}

export async function sendToRelays(tabId: number, message: ToAllRelays): Promise<void> {
  // sendMessage rejects if no relay listens in the tab.
  await browser.tabs.sendMessage(tabId, message).catch(() => undefined);
}
