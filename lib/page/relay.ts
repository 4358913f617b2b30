import { createBacklog } from './backlog';

/** A connection to a panel, as the browser gives it. */
export interface PanelPort {
  post(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(gone: () => void): void;
  close(): void;
}

export interface RelayDeps {
  readonly connect: () => PanelPort | null;
  /** Passes an order on to the hook. */
  readonly order: (text: string) => void;
  readonly page: () => { readonly url: string; readonly title: string };
  readonly documentKey: string;
  /** Whether the extension is still there: not updated, reloaded or removed under the living page. */
  readonly isAlive: () => boolean;
}

export interface Relay {
  /** A sighting of the hook's. */
  receive(text: string): void;
  /** Offers this document to a panel: at start, when a panel opens, and after the page came back from the cache. */
  offer(): void;
  stop(): void;
}

/**
 * Stands between the hook and the panel, and reads nothing of what it passes on. Connecting succeeds even when nobody
 * listens, so nothing counts as handed over until a panel has answered `attach` and said from which number on it wants
 * to have the log.
 */
export function createRelay({ connect, order, page, documentKey, isAlive }: RelayDeps): Relay {
  const backlog = createBacklog();
  let offered: PanelPort | null = null;
  let attached: PanelPort | null = null;
  let active = true;

  const attach = (port: PanelPort, from: number): void => {
    attached = port;
    port.post({ type: 'log', dropped: backlog.dropped(), sightings: backlog.from(from) });
  };

  const follow = (port: PanelPort, message: unknown): void => {
    const said = fieldsOf(message);
    if (said.type === 'attach' && typeof said.from === 'number') attach(port, said.from);
    if (said.type === 'order' && typeof said.order === 'string') order(said.order);
    if (said.type === 'forget') backlog.clear();
  };

  const stop = (): void => {
    if (!active) return;
    active = false;
    const port = offered;
    offered = null;
    attached = null;
    backlog.clear();
    order('{"type":"stop"}');
    port?.close();
  };

  return {
    receive(text) {
      if (!active) return;
      const sighting = backlog.add(text);
      attached?.post({ type: 'log', dropped: backlog.dropped(), sightings: [sighting] });
    },
    offer() {
      active = true;
      // Every panel that listens hears of the new port; the old one would show this document twice.
      offered?.close();
      attached = null;
      const port = connect();
      offered = port;
      if (port === null) return;
      port.onMessage((message) => follow(port, message));
      port.onDisconnect(() => {
        if (attached === port) attached = null;
        // Nobody will ever ask again: the orphaned hook goes quiet.
        if (!isAlive()) stop();
      });
      port.post({ type: 'document', documentKey, ...page() });
    },
    stop,
  };
}

function fieldsOf(message: unknown): { readonly [key: string]: unknown } {
  return typeof message === 'object' && message !== null ? { ...message } : {};
}
