import { type Browser, browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { RELAY_PORT } from '#extension/protocol/relay-port';
import { isOwnPage, relayTabOf } from '#extension/protocol/sender';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import { ownExtension } from './own-extension';

type Port = Browser.runtime.Port;

/** The panel of this tab connects to the background under this name and the tab's id. */
const BRIDGE = 'telemetry-v3-bridge:';

/** Message of the background about the relays of the panel's tab. */
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
 * In a panel that no relay's port reaches, as in Firefox: takes them by way of the background.
 * Returns an unsubscribe function.
 */
export function listenThroughBridge(tabId: number, listener: RelayListener): () => void {
  const port = browser.runtime.connect({ name: `${BRIDGE}${tabId}` });
  const connections = new Map<number, RelayConnection>();
  port.onMessage.addListener((message: unknown) => {
    const parsed = fromBridgeSchema.safeParse(message);
    if (!parsed.success) return;
    const { relay } = parsed.data;
    if (parsed.data.type === 'opened') {
      const { frameId, documentId, url } = parsed.data;
      const post = (order: unknown): void => port.postMessage({ relay, message: order });
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
 * Panels in Chromium connect to the relays directly and never request it.
 */
export function startRelayBridge(): void {
  const panels = new Map<number, Port>();
  const relays = new Map<number, Port>();
  let lastRelay = 0;

  const welcomePanel = (port: Port, tabId: number): void => {
    panels.set(tabId, port);
    port.onMessage.addListener((message: unknown) => {
      const order = toBridgeSchema.safeParse(message);
      if (order.success) relays.get(order.data.relay)?.postMessage(order.data.message);
    });
    port.onDisconnect.addListener(() => {
      if (panels.get(tabId) === port) panels.delete(tabId);
    });
  };
  const welcomeRelay = (port: Port, tabId: number): void => {
    const { frameId = 0, documentId, url = '' } = port.sender ?? {};
    const panel = panels.get(tabId);
    if (!panel) return;
    lastRelay += 1;
    const relay = lastRelay;
    const notify = (message: FromBridge): void => panel.postMessage(message);
    relays.set(relay, port);
    notify({ type: 'opened', relay, frameId, documentId: documentId ?? `${tabId}.${relay}`, url });
    port.onMessage.addListener((message: unknown) => notify({ type: 'message', relay, message }));
    port.onDisconnect.addListener(() => {
      relays.delete(relay);
      notify({ type: 'closed', relay });
    });
  };

  const own = ownExtension();
  browser.runtime.onConnect.addListener((port) => {
    const { name, sender = {} } = port;
    const tabId = relayTabOf(sender, own);
    if (name === RELAY_PORT && tabId !== null) welcomeRelay(port, tabId);
    else if (name.startsWith(BRIDGE) && isOwnPage(sender, own)) welcomePanel(port, Number(name.slice(BRIDGE.length)));
  });
}
