import { coalesce } from '#core/util/scheduler';
import type { HookCommand, NumberedObservation, PanelPort, ToRelay, UnwatchedLog } from '#core/wire/page-messages';
import { MAX_HELD_CHARS } from '#core/wire/report-limits';
import type { ReadReports } from '#page/channel';
import { type Backlog, createBacklog } from './backlog';
import { initialState, nextState, type RelayEvent, type RelayState } from './relay-state';

export interface RelayDeps {
  readonly connect: () => PanelPort | null;
  /** Sends a command to the hook. */
  readonly sendCommand: (text: string) => void;
  readonly page: () => { readonly url: string; readonly title: string; readonly origin: string };
  readonly documentKey: string;
  readonly isTop: boolean;
  /** Whether the page had loaded before observation started. */
  readonly isLate: boolean;
  /**
   * Reports a log to the background, which updates the badge while no panel is open.
   * Resolves to the response, or `undefined` if the background does not respond.
   */
  readonly notify: (message: UnwatchedLog) => Promise<unknown>;
  readonly setTimer: (milliseconds: number, call: () => void) => void;
  /** Whether the site is still watched. */
  readonly isWatched: () => Promise<boolean>;
  /** Whether the extension is still loaded: not updated, reloaded or removed since the page loaded. */
  readonly isAlive: () => boolean;
  /** Counts the frames of the page, including the top frame. */
  readonly countFrames: () => number;
  /** Whether the page is being prerendered. It may never be shown. */
  readonly isPrerendered: () => boolean;
}

export interface Relay {
  /**
   * Receives one batch of the hook, during the page's call. A panel also gets the batch as one.
   * Returns whether the batch is accepted.
   */
  receive(read: ReadReports): boolean;
  /**
   * Connects to a panel.
   * Call at start and when a panel opens.
   * A stopped relay connects only if it `restarts`, because its script was injected again.
   */
  connect(restarts?: boolean): void;
  /**
   * Connects after prerendering, and after a return from the cache, unless the site is not watched any more.
   * No message reached the document meanwhile. Holds reports until the background has responded.
   */
  resume(): void;
  /** Handles `pagehide`. `isPersisted`: the page may return from the back/forward cache. */
  onPageHide(isPersisted: boolean): void;
  stop(): void;
  /** Handles the start of another relay. Stops this relay if its extension was unloaded. */
  retire(): void;
}

/** Limits of one message. Characters are UTF-16 units. */
interface Limits {
  readonly observations: number;
  readonly characters: number;
}

/** Limits of a message to the panel, which reads each message without yielding. */
const MESSAGE_LIMITS: Limits = { observations: 64, characters: 250_000 };

/** Interval of reports to the background, so that a burst of events wakes it only once. */
const REPORT_INTERVAL_MS = 1_000;

/**
 * Limits of a message to the background.
 * The page waits while it is copied. The rest is reported a second later.
 */
const REPORT_LIMITS: Limits = { observations: Number.POSITIVE_INFINITY, characters: 500_000 };

/** Maximum number of unread batches. Limits the memory that they take in the page. */
const MAX_UNREAD = 200;
/** Maximum number of unread batches before the first batch is read, or after a long report. */
const MAX_UNREAD_LONG = 10;

/**
 * Limit of the last report of an unloading page, in UTF-16 units.
 * The background stores no more of a page.
 */
const MAX_LAST_CHARACTERS = 1_000_000;

/**
 * Number of reported observations up to which an unloading page reports its whole log again.
 * The background may have restarted, and lost the earlier reports.
 */
const MAX_LAST_OBSERVATIONS = 700;

/**
 * The last report of a relay that stops.
 * Without this report, the panel would show events as lost, although only their requests are no longer observed.
 */
const LAST_REPORT = '{"type":"unread","at":0,"requestId":"","by":"page"}';

/**
 * Creates a relay, which forwards reports of the hook to the panel without parsing them.
 * Connecting succeeds even without a listener. So reports count as delivered only after a panel has replied with
 * `attach` and the number from which it needs the log.
 */
export function createRelay(deps: RelayDeps): Relay {
  const { setTimer, connect, sendCommand, page, documentKey, isTop, isLate, isAlive, isPrerendered } = deps;
  const log = createBacklog(deps.countFrames);
  let unreadBatches: ReadReports[] = [];
  let maxUnread = MAX_UNREAD_LONG;
  let lastReported = 0;
  let hasResponse = true;
  let state: RelayState = initialState;
  const applyEvent = (event: RelayEvent): void => {
    state = nextState(state, event);
  };

  /** Reads all unread batches. Returns the complete log. */
  const readLog = (): Backlog => {
    if (unreadBatches.length > 0) maxUnread = MAX_UNREAD;
    for (const reports of unreadBatches.splice(0)) {
      for (const text of reports()) {
        log.add(text);
        if (text.length > MAX_HELD_CHARS) maxUnread = MAX_UNREAD_LONG;
      }
    }
    return log;
  };
  const scheduleReading = coalesce(
    (run) => setTimer(0, run),
    () => void readLog(),
  );
  /** Defers reading to not block the page, while no panel shows the reports. */
  const readLater = (reports: ReadReports): void => {
    if (unreadBatches.length >= maxUnread) readLog();
    unreadBatches.push(reports);
    scheduleReading();
  };

  const notify = (from: number): void => {
    if (state.status === 'stopped' || isPrerendered()) return;
    const { page: presence } = state;
    const backlog = readLog();
    const all = backlog.from(from);
    const observations = presence === 'here' ? takeWithinLimits(all, 0, REPORT_LIMITS) : takeNewest(all);
    if (presence === 'here' && observations.length < all.length) scheduleReport();
    lastReported = observations[observations.length - 1]?.seq ?? lastReported;
    const [next, heldFrom] = [backlog.next(), backlog.first()];
    const unwatched = { documentKey, isTop, next, heldFrom, observations, unloaded: presence === 'gone' };
    // A restarted background has lost its state, and requests earlier reports.
    void deps.notify(unwatched).then((response) => {
      if (response === undefined) {
        // The background stopped meanwhile. The next report includes these observations. Only the first failure in a
        // row schedules that report.
        lastReported = Math.min(lastReported, from - 1);
        if (hasResponse) scheduleReport();
      }
      hasResponse = response !== undefined;
      const requestedFrom = fieldsOf(response).from;
      if (typeof requestedFrom === 'number' && state.status === 'detached') notify(requestedFrom);
    });
  };
  const scheduleReport = coalesce(
    (run) => setTimer(REPORT_INTERVAL_MS, run),
    () => {
      // Stops the orphaned hook of an unloaded extension.
      if (!isAlive()) stop();
      else if (state.status === 'detached') notify(lastReported + 1);
    },
  );

  const postLog = (port: PanelPort, all: readonly NumberedObservation[]): void => {
    for (let first = 0; first < all.length; ) {
      const observations = takeWithinLimits(all, first, MESSAGE_LIMITS);
      port.post({ type: 'log', dropped: readLog().dropped(), observations });
      first += observations.length;
    }
  };
  const attach = (port: PanelPort, from: number): void => {
    applyEvent({ type: 'attach', port });
    if (state.status === 'attached') postLog(port, [...readLog().sdks(from), ...readLog().from(from)]);
  };

  const handleMessage = (port: PanelPort, message: unknown): void => {
    const received = fieldsOf(message) as Partial<ToRelay>;
    if (received.type === 'attach' && typeof received.from === 'number') attach(port, received.from);
    if (received.type === 'command' && typeof received.command === 'string') sendCommand(received.command);
    if (received.type === 'forget') readLog().clear();
  };

  const deactivate = (): void => {
    const { port } = state;
    applyEvent({ type: 'stop' });
    unreadBatches = [];
    log.clear();
    port?.close();
  };
  const stop = (): void => {
    if (state.status === 'stopped') return;
    if (state.status === 'attached') postLog(state.port, [readLog().add(LAST_REPORT)]);
    deactivate();
    // The hook stops only if its reports are not accepted any more, because any script of the page can send this
    // command.
    sendCommand('{"type":"stop"}' satisfies `{"type":"${HookCommand['type']}"}`);
  };

  const relay: Relay = {
    receive(reports) {
      if (state.status === 'stopped') return false;
      if (state.status === 'detached' && state.page === 'here') {
        readLater(reports);
        scheduleReport();
        return true;
      }
      const observations = reports().map(readLog().add);
      const [first] = observations;
      if (first === undefined) return true;
      if (state.status === 'attached') postLog(state.port, observations);
      else notify(first.seq);
      return true;
    },
    onPageHide(isPersisted) {
      applyEvent({ type: 'leave', persisted: isPersisted });
      if (state.status !== 'detached' || readLog().next() === 1) return;
      notify(lastReported - readLog().first() < MAX_LAST_OBSERVATIONS ? readLog().first() : lastReported + 1);
    },
    connect(restarts = false) {
      if (isPrerendered() || (state.status === 'stopped' && !restarts)) return;
      state.port?.close();
      const port = connect();
      applyEvent({ type: 'offer', port });
      if (port === null) return;
      // Updates the badge, which the browser clears on navigation.
      if (isTop || readLog().next() > 1) scheduleReport();
      port.onMessage((message) => handleMessage(port, message));
      port.onDisconnect(() => {
        applyEvent({ type: 'disconnect', port });
        if (!isAlive()) stop();
      });
      port.post({ type: 'document', documentKey, isLate, ...page() });
    },
    resume() {
      if (state.status === 'stopped') return;
      applyEvent({ type: 'offer', port: null });
      void deps.isWatched().then((isWatched) => (isWatched ? relay.connect() : stop()));
    },
    stop,
    retire() {
      if (state.status !== 'stopped' && !isAlive()) deactivate();
    },
  };
  return relay;
}

/** Returns as many observations from index `first` as the limits allow, but at least one. */
function takeWithinLimits(
  all: readonly NumberedObservation[],
  first: number,
  limits: Limits,
): readonly NumberedObservation[] {
  let end = first;
  let characters = 0;
  for (; end < all.length && end - first < limits.observations; end += 1) {
    characters += all[end]?.text.length ?? 0;
    if (end > first && characters > limits.characters) break;
  }
  return all.slice(first, end);
}

/** Returns the newest observations within the limit of the last report, but at least one. */
function takeNewest(all: readonly NumberedObservation[]): readonly NumberedObservation[] {
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
