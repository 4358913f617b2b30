import { coalesce } from '#core/util/scheduler';
import type { HookCommand, NumberedObservation, PanelPort, ToRelay, UnwatchedLog } from '#core/wire/page-messages';
import { MAX_HELD_CHARS } from '#core/wire/report-limits';
import type { ReadReports } from '#page/channel';
import { type Backlog, createBacklog } from './backlog';

export interface RelayDeps {
  readonly connect: () => PanelPort | null;
  /** Passes an order on to the hook. */
  readonly order: (text: string) => void;
  readonly page: () => { readonly url: string; readonly title: string; readonly origin: string };
  readonly documentKey: string;
  readonly isTop: boolean;
  /** Whether the page was there before it was watched. */
  readonly isLate: boolean;
  /**
   * Tells the background, which keeps the badge while no panel is open.
   * Returns what the background responds; undefined where it does not.
   */
  readonly notify: (message: UnwatchedLog) => Promise<unknown>;
  /** Calls back once after this number of milliseconds. */
  readonly after: (milliseconds: number, call: () => void) => void;
  /** Whether the extension is still there: not updated, reloaded or removed under the living page. */
  readonly isAlive: () => boolean;
  /** Counts the frames of the page, its top document included. */
  readonly countFrames: () => number;
  /** Whether the page is made ready before anybody sees it; it may never be shown. */
  readonly isPrerendered: () => boolean;
}

export interface Relay {
  /**
   * Takes one batch of the hook, within the page's own call: a panel gets it as one batch too.
   * Returns whether it is accepted.
   */
  receive(read: ReadReports): boolean;
  /** Offers this document to a panel: at start, when it is shown or a panel opens, and when it is back from the cache. */
  offer(): void;
  /** The page unloads; `persisted` where it may come back from the cache. */
  leave(isPersisted: boolean): void;
  stop(): void;
  /** Another relay has started. If this one's extension was unloaded, the other takes the page. */
  yield(): void;
}

/** Limits of one report; characters are UTF-16 units. */
interface Limits {
  readonly observations: number;
  readonly characters: number;
}

/** A message to the panel holds no more: the panel reads each in one go. */
const MESSAGE_LIMITS: Limits = { observations: 64, characters: 250_000 };

/** Interval of reports to the background: many events of the page wake it once. */
const TELL_EVERY_MS = 1_000;

/** Limits of one message: the page waits while it is copied. The rest is reported a second later. */
const TELL_LIMITS: Limits = { observations: Number.POSITIVE_INFINITY, characters: 500_000 };

/**
 * How many batches may wait unread, which is about a second.
 * More would take the page's memory.
 */
const MAX_UNREAD = 200;
/** Used before the lengths are known, or after a report that the hook had to send alone. */
const MAX_UNREAD_LONG = 10;

/** For a log that is reported as its page unloads, in UTF-16 units: the background stores no more of a page. */
const MAX_LAST_CHARACTERS = 1_000_000;

/**
 * A page that unloads reports a log up to this length as a whole.
 * The background may have forgotten its beginning.
 */
const MAX_LAST_OBSERVATIONS = 700;

/**
 * Passes reports of the hook on to the panel without parsing them.
 * Connecting succeeds even without a listener. So no report counts as delivered until a panel has replied with `attach`
 * and the number from which on it needs the log.
 */
export function createRelay(deps: RelayDeps): Relay {
  const { after, connect, order, page, documentKey, isTop, isLate, isAlive, isPrerendered } = deps;
  const held = createBacklog(deps.countFrames);
  let unread: ReadReports[] = [];
  let maxUnread = MAX_UNREAD_LONG;
  let reported = 0;
  let hasResponse = true;
  let state: RelayState = initialState;
  const change = (event: RelayEvent): void => {
    state = nextState(state, event);
  };

  /** Returns all reports so far. */
  const log = (): Backlog => {
    if (unread.length > 0) maxUnread = MAX_UNREAD;
    for (const reports of unread.splice(0)) {
      for (const text of reports()) {
        held.add(text);
        if (text.length > MAX_HELD_CHARS) maxUnread = MAX_UNREAD_LONG;
      }
    }
    return held;
  };
  const scheduleReading = coalesce(
    (run) => after(0, run),
    () => void log(),
  );
  /** Defers reading, so as not to block the page: no panel shows the reports yet. */
  const readLater = (reports: ReadReports): void => {
    if (unread.length >= maxUnread) log();
    unread.push(reports);
    scheduleReading();
  };

  const notify = (from: number): void => {
    if (state.status === 'stopped' || isPrerendered()) return;
    const { page: presence } = state;
    const backlog = log();
    const all = backlog.from(from);
    const observations = presence === 'here' ? someOf(all, 0, TELL_LIMITS) : newestOf(all);
    if (presence === 'here' && observations.length < all.length) scheduleReport();
    reported = observations[observations.length - 1]?.seq ?? reported;
    const [next, heldFrom] = [backlog.next(), backlog.first()];
    const unwatched = { documentKey, isTop, next, heldFrom, observations, unloaded: presence === 'gone' };
    // A restarted background has lost its state and asks again.
    void deps.notify(unwatched).then((response) => {
      if (response === undefined) {
        // The background stopped meanwhile. The next report includes this one; the first time it does not wait for new events.
        reported = Math.min(reported, from - 1);
        if (hasResponse) scheduleReport();
      }
      hasResponse = response !== undefined;
      const wanted = fieldsOf(response).from;
      if (typeof wanted === 'number' && state.status === 'detached') notify(wanted);
    });
  };
  const scheduleReport = coalesce(
    (run) => after(TELL_EVERY_MS, run),
    () => {
      // The extension was unloaded: the orphaned hook stops reporting.
      if (!isAlive()) stop();
      else if (state.status === 'detached') notify(reported + 1);
    },
  );

  const handOver = (port: PanelPort, all: readonly NumberedObservation[]): void => {
    for (let first = 0; first < all.length; ) {
      const observations = someOf(all, first, MESSAGE_LIMITS);
      port.post({ type: 'log', dropped: log().dropped(), observations });
      first += observations.length;
    }
  };
  const attach = (port: PanelPort, from: number): void => {
    change({ type: 'attach', port });
    if (state.status === 'attached') handOver(port, [...log().sdks(from), ...log().from(from)]);
  };

  const follow = (port: PanelPort, message: unknown): void => {
    const command = fieldsOf(message) as Partial<ToRelay>;
    if (command.type === 'attach' && typeof command.from === 'number') attach(port, command.from);
    if (command.type === 'order' && typeof command.order === 'string') order(command.order);
    if (command.type === 'forget') log().clear();
  };

  const rest = (): void => {
    const { port } = state;
    change({ type: 'stop' });
    unread = [];
    held.clear();
    port?.close();
  };
  const stop = (): void => {
    if (state.status === 'stopped') return;
    rest();
    // The hook checks that its reports are still accepted: any script of the page can send this order.
    order('{"type":"stop"}' satisfies `{"type":"${HookCommand['type']}"}`);
  };

  return {
    receive(reports) {
      if (state.status === 'stopped') return false;
      if (state.status === 'detached' && state.page === 'here') {
        readLater(reports);
        scheduleReport();
        return true;
      }
      const observations = reports().map(log().add);
      const [first] = observations;
      if (first === undefined) return true;
      if (state.status === 'attached') handOver(state.port, observations);
      else notify(first.seq);
      return true;
    },
    leave(isPersisted) {
      change({ type: 'leave', persisted: isPersisted });
      if (state.status !== 'detached' || log().next() === 1) return;
      notify(reported - log().first() < MAX_LAST_OBSERVATIONS ? log().first() : reported + 1);
    },
    offer() {
      if (isPrerendered()) return;
      state.port?.close();
      const port = connect();
      change({ type: 'offer', port });
      if (port === null) return;
      // The browser clears the badge on navigation.
      if (isTop || log().next() > 1) scheduleReport();
      port.onMessage((message) => follow(port, message));
      port.onDisconnect(() => {
        change({ type: 'disconnect', port });
        if (!isAlive()) stop();
      });
      port.post({ type: 'document', documentKey, isLate, ...page() });
    },
    stop,
    yield() {
      if (state.status !== 'stopped' && !isAlive()) rest();
    },
  };
}

/** From `first` on as many as fit, and at least one where there is one. */
function someOf(all: readonly NumberedObservation[], first: number, limits: Limits): readonly NumberedObservation[] {
  let end = first;
  let characters = 0;
  for (; end < all.length && end - first < limits.observations; end += 1) {
    characters += all[end]?.text.length ?? 0;
    if (end > first && characters > limits.characters) break;
  }
  return all.slice(first, end);
}

/** The last that fit into the last report, and at least one. */
function newestOf(all: readonly NumberedObservation[]): readonly NumberedObservation[] {
  let first = all.length;
  for (let characters = 0; first > 0; first -= 1) {
    characters += all[first - 1]?.text.length ?? 0;
    if (first < all.length && characters > MAX_LAST_CHARACTERS) break;
  }
  return all.slice(first);
}

function fieldsOf(message: unknown): { readonly [key: string]: unknown } {
  return typeof message === 'object' && message !== null ? { ...message } : {};
}

/**
 * Whether the page stays.
 * It may go into the back/forward cache, from which it may return, or go for good.
 */
type PagePresence = 'here' | 'cached' | 'gone';

/**
 * - `detached`: no panel has asked for the log. The port, if any, is offered: connecting succeeds even without a listener.
 * - `attached`: a panel has asked for the log, and gets what follows.
 * - `stopped`: the site is not watched any more, or the extension is gone. An offer starts again.
 */
export type RelayState =
  | { readonly status: 'detached'; readonly port: PanelPort | null; readonly page: PagePresence }
  | { readonly status: 'attached'; readonly port: PanelPort; readonly page: PagePresence }
  | { readonly status: 'stopped'; readonly port: null };

export type RelayEvent =
  | { readonly type: 'offer'; readonly port: PanelPort | null }
  | { readonly type: 'attach'; readonly port: PanelPort }
  | { readonly type: 'disconnect'; readonly port: PanelPort }
  | { readonly type: 'leave'; readonly persisted: boolean }
  | { readonly type: 'stop' };

export const initialState: RelayState = { status: 'detached', port: null, page: 'here' };

/** Messages of a port that was replaced or closed change nothing. */
export function nextState(state: RelayState, event: RelayEvent): RelayState {
  if (event.type === 'offer') return { status: 'detached', port: event.port, page: 'here' };
  if (event.type === 'stop') return { status: 'stopped', port: null };
  if (state.status === 'stopped') return state;
  if (event.type === 'leave') return { ...state, page: event.persisted ? 'cached' : 'gone' };
  if (event.port !== state.port) return state;
  if (event.type === 'attach') return { status: 'attached', port: event.port, page: state.page };
  return { status: 'detached', port: null, page: state.page };
}
