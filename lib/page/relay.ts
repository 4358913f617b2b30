import { createBacklog, type NumberedSighting } from './backlog';
import { REST_MS } from './channel';

/** A connection to a panel, as the browser gives it. */
export interface PanelPort {
  post(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(gone: () => void): void;
  close(): void;
}

/** What happened while no panel was open. */
export interface UnwatchedLog {
  readonly type: 'unwatched-log';
  readonly documentKey: string;
  readonly isTop: boolean;
  /** The number that the next sighting will have. */
  readonly next: number;
  /** Number of the oldest sighting that the relay holds: nothing before it can be asked for. */
  readonly heldFrom: number;
  readonly sightings: readonly NumberedSighting[];
  /** The page has gone away for good. */
  readonly gone: boolean;
}

export interface RelayDeps {
  readonly connect: () => PanelPort | null;
  /** Passes an order on to the hook. */
  readonly order: (text: string) => void;
  readonly page: () => { readonly url: string; readonly title: string };
  readonly documentKey: string;
  readonly isTop: boolean;
  /** Tells the background, which keeps the badge while no panel is open; answers what the background answers. */
  readonly tell: (message: UnwatchedLog) => Promise<unknown>;
  /** Calls back once after so many milliseconds. */
  readonly after: (milliseconds: number, call: () => void) => void;
  /** Calls back once when the script that runs now is done, before the page can do anything else. */
  readonly soon: (call: () => void) => void;
  /** Milliseconds that only ever go up. */
  readonly clock: () => number;
  /** Whether the extension is still there: not updated, reloaded or removed under the living page. */
  readonly isAlive: () => boolean;
  /** Whether the page is made ready before anybody sees it; it may never be shown. */
  readonly isPrerendered: () => boolean;
}

export interface Relay {
  /** A sighting of the hook's. */
  receive(text: string): void;
  /** Offers this document to a panel: at start, when it is shown or a panel opens, and when it is back from the cache. */
  offer(): void;
  /** The page goes away; `kept` where it may come back from the cache. */
  leave(kept: boolean): void;
  stop(): void;
  /** Another relay is here. Where this one's extension is gone, the page is that one's. */
  yield(): void;
}

/** A message to the panel holds no more: the panel reads each in one go. */
const MESSAGE_LIMITS = { sightings: 64, characters: 250_000 } as const;

/** The background is told at most this often: what is many events to the page is one wake-up to the browser. */
const TELL_EVERY_MS = 1_000;

/** So much at once, in UTF-16 units: the page waits while it is copied. The rest is told a second later. */
const TELL_CHARACTERS = 500_000;

/** A log up to this long is told whole by a page that goes away: the background may have forgotten its beginning. */
const LAST_WORD_SIGHTINGS = 700;

/**
 * Stands between the hook and the panel, and reads nothing of what it passes on. Connecting succeeds even when nobody
 * listens, so nothing counts as handed over until a panel has answered `attach` and said from which number on it wants
 * to have the log.
 */
export function createRelay(deps: RelayDeps): Relay {
  const { connect, order, page, documentKey, isTop, isAlive, isPrerendered } = deps;
  const backlog = createBacklog();
  let offered: PanelPort | null = null;
  let attached: PanelPort | null = null;
  let active = true;
  let told = 0;
  let isDue = false;
  let leaving: { readonly kept: boolean } | null = null;
  /** What the attached panel is still to be handed: what the page does in one go. */
  let waiting: NumberedSighting[] = [];
  let characters = 0;
  let handedOverAt = Number.NEGATIVE_INFINITY;

  const tell = (from: number): void => {
    if (isPrerendered()) return;
    const all = backlog.from(from);
    const sightings = leaving === null ? beginningOf(all) : all;
    if (sightings.length < all.length) tellSoon();
    told = sightings[sightings.length - 1]?.seq ?? told;
    const gone = leaving !== null && !leaving.kept;
    const [next, heldFrom] = [backlog.next(), backlog.first()];
    const message = { type: 'unwatched-log', documentKey, isTop, next, heldFrom, sightings, gone } as const;
    // A background that was stopped meanwhile has forgotten what it was told, and asks for it again.
    void deps.tell(message).then((answer) => {
      const wanted = fieldsOf(answer).from;
      if (typeof wanted === 'number' && active && attached === null) tell(wanted);
    });
  };
  const tellSoon = (): void => {
    if (isDue || attached !== null) return;
    isDue = true;
    deps.after(TELL_EVERY_MS, () => {
      isDue = false;
      // Nobody will ever ask again: the orphaned hook goes quiet.
      if (!isAlive()) stop();
      else if (active && attached === null) tell(told + 1);
    });
  };

  const handOver = (): void => {
    if (waiting.length === 0) return;
    attached?.post({ type: 'log', dropped: backlog.dropped(), sightings: waiting });
    handedOverAt = deps.clock();
    waiting = [];
    characters = 0;
  };
  const add = (sighting: NumberedSighting): void => {
    waiting.push(sighting);
    characters += sighting.text.length;
    if (waiting.length >= MESSAGE_LIMITS.sightings || characters >= MESSAGE_LIMITS.characters) handOver();
  };
  /** The first after a rest at once; what follows when the page's own script is done. */
  const hand = (sighting: NumberedSighting): void => {
    add(sighting);
    if (waiting.length === 0) return;
    if (leaving !== null || deps.clock() - handedOverAt > REST_MS) handOver();
    else if (waiting.length === 1) deps.soon(handOver);
  };

  const attach = (port: PanelPort, from: number): void => {
    attached = port;
    waiting = [];
    characters = 0;
    for (const sighting of backlog.sdks(from)) add(sighting);
    for (const sighting of backlog.from(from)) add(sighting);
    handOver();
    handedOverAt = Number.NEGATIVE_INFINITY;
  };

  const follow = (port: PanelPort, message: unknown): void => {
    const said = fieldsOf(message);
    if (said.type === 'attach' && typeof said.from === 'number') attach(port, said.from);
    if (said.type === 'order' && typeof said.order === 'string') order(said.order);
    if (said.type === 'forget') backlog.clear();
  };

  const rest = (): void => {
    active = false;
    const port = offered;
    offered = null;
    attached = null;
    backlog.clear();
    port?.close();
  };
  const stop = (): void => {
    if (!active) return;
    order('{"type":"stop"}');
    rest();
  };

  return {
    receive(text) {
      if (!active) return;
      const sighting = backlog.add(text);
      if (attached !== null) hand(sighting);
      // What a page does while it goes away has no later.
      else if (leaving !== null) tell(sighting.seq);
      else tellSoon();
    },
    leave(kept) {
      leaving = { kept };
      handOver();
      if (!active || attached !== null || backlog.next() === 1) return;
      tell(told - backlog.first() < LAST_WORD_SIGHTINGS ? backlog.first() : told + 1);
    },
    offer() {
      if (isPrerendered()) return;
      active = true;
      leaving = null;
      // Every panel that listens hears of the new port; the old one would show this document twice.
      offered?.close();
      attached = null;
      const port = connect();
      offered = port;
      if (port === null) return;
      // A new page has no badge: the browser took it away with the page before.
      if (isTop || backlog.next() > 1) tellSoon();
      port.onMessage((message) => follow(port, message));
      port.onDisconnect(() => {
        if (attached === port) attached = null;
        if (!isAlive()) stop();
      });
      port.post({ type: 'document', documentKey, ...page() });
    },
    stop,
    yield() {
      if (active && !isAlive()) rest();
    },
  };
}

/** The first few: as many as may be told at once, and at least one. */
function beginningOf(sightings: readonly NumberedSighting[]): readonly NumberedSighting[] {
  let characters = 0;
  const end = sightings.findIndex(({ text }, index) => {
    characters += text.length;
    return index > 0 && characters > TELL_CHARACTERS;
  });
  return end < 0 ? sightings : sightings.slice(0, end);
}

function fieldsOf(message: unknown): { readonly [key: string]: unknown } {
  return typeof message === 'object' && message !== null ? { ...message } : {};
}
