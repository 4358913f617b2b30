import { MAX_HELD_CHARS, MAX_HELD_UNITS, REPORTS_DELIMITER } from '#core/wire/report-limits';
import {
  cancelEvent,
  dispatchDetail,
  listenPermanently,
  now,
  readDetail,
  scheduleMicrotask,
  textIncludes,
} from './builtins';

/**
 * Channel between the hook (in the page's world) and the relay (in the extension's isolated world).
 * They share nothing but the document's events. Both run before the page's first script and agree on a random event
 * name, so that a page does not use the name by chance. A page that searches for the name can show false rows to the
 * user who inspects the page. The page gains nothing else, because the channel never carries tokens of the extension.
 */
const PREFIX = 'telemetry-v3-devtools';
/** Asks whether another hook observes the document. Such a hook cancels the event. */
const DETECT_HOOK = `${PREFIX}:hook`;
/** Announces a relay. The hook replies with the event name. */
const ANNOUNCE_RELAY = `${PREFIX}:relay`;
/** Announces the event name, which is the event's `detail`. */
const ANNOUNCE_NAME = `${PREFIX}:name`;

/**
 * Minimum pause after which a report is sent immediately.
 * A developer at a breakpoint may be waiting for the report.
 */
const MIN_PAUSE_MS = 8;

/** Maximum time between sending, while a script reports continuously. */
const MAX_WAIT_MS = 250;

export interface HookChannel {
  /**
   * Sends a report, immediately if it follows a pause. `write` returns the JSON text of the report.
   * Reports in quick succession are written and sent when the page's script ends, because writing a call takes longer
   * than copying its values (bench: hook). `units` is the size of the copied values.
   */
  report(write: () => string, units: number): void;
  /** Sends all buffered reports synchronously. */
  flush(): void;
  /**
   * Sends all buffered reports, and each later one immediately. Call when the page unloads.
   * The browser may end the process of a frame in the middle of a listener (Chromium: 500 ms after the unload begins).
   */
  leave(): void;
  /** Whether a relay is connected and accepts reports. */
  isTaken(): boolean;
  /**
   * Calls back with the JSON text of each command of the panel.
   * A page may dispatch any other text under the same name.
   */
  onCommand(callback: (text: string) => void): void;
}

/**
 * Opens the hook's end of the channel. Returns `null` if another hook observes the document already.
 * `onRelayConnected` is called for each relay. A relay may start after the hook, restart, or belong to an updated
 * extension.
 */
export function openHookChannel(
  target: EventTarget,
  name: string,
  onRelayConnected: () => void,
  clock: () => number = now,
): HookChannel | null {
  if (!dispatchDetail(target, DETECT_HOOK, null, true)) return null;
  let buffered: (() => string)[] = [];
  let bufferedUnits = 0;
  /** Number of buffered reports that were sent. */
  let sentCount = 0;
  let reportedAt = 0;
  let flushedAt = 0;
  let hasRelay = false;
  let minPauseMs = MIN_PAUSE_MS;
  // The relay cancels the event, so a page can fake the presence of a relay, but not its absence.
  const send = (lines: string): boolean => !dispatchDetail(target, name, lines, true);
  const flush = (): void => {
    flushedAt = reportedAt;
    // The relay may have failed once, when the page's stack overflowed inside it.
    hasRelay ||= send('');
    while (hasRelay && sentCount < buffered.length) {
      const first = sentCount;
      let lines = '';
      while (sentCount < buffered.length && lines.length < MAX_HELD_CHARS) {
        const write = buffered[sentCount] as () => string;
        sentCount += 1;
        lines += (lines && REPORTS_DELIMITER) + write();
      }
      // `textIncludes` flattens the concatenated string. The relay may store it for a while, and thousands of small
      // strings would be copied repeatedly.
      textIncludes(lines, REPORTS_DELIMITER);
      hasRelay = send(lines);
      if (!hasRelay) sentCount = first;
    }
    if (sentCount < buffered.length) return;
    buffered = [];
    bufferedUnits = sentCount = 0;
  };
  listenPermanently(target, DETECT_HOOK, cancelEvent);
  listenPermanently(target, ANNOUNCE_RELAY, () => {
    dispatchDetail(target, ANNOUNCE_NAME, name);
    hasRelay = true;
    minPauseMs = MIN_PAUSE_MS;
    flush();
    onRelayConnected();
  });
  dispatchDetail(target, ANNOUNCE_NAME, name);
  return {
    report(write, units) {
      const pausedSince = reportedAt;
      reportedAt = clock();
      if (bufferedUnits < MAX_HELD_UNITS) buffered[buffered.length] = write;
      bufferedUnits += units;
      const isDue = reportedAt - pausedSince > minPauseMs || reportedAt - flushedAt > MAX_WAIT_MS;
      if (isDue || bufferedUnits >= MAX_HELD_UNITS) flush();
      else if (buffered.length === 1) scheduleMicrotask(flush);
    },
    flush,
    leave() {
      minPauseMs = -1;
      flush();
    },
    isTaken: () => send(''),
    onCommand(callback) {
      listenPermanently(target, `${name}:command`, (event) => callback(readDetail(event) as string));
    },
  };
}

export interface RelayChannel {
  sendCommand(text: string): void;
  /** Announces the relay. This also restarts a hook that a command has stopped. */
  announceRelay(): void;
}

/**
 * Returns the reports of one batch, oldest first.
 * Reading copies them into the extension's world, which takes longer than receiving them and can happen later.
 */
export type ReadReports = () => readonly string[];

/**
 * Opens the relay's end of the channel.
 * `receive` returns whether the relay accepts the reports. `onRelayStart` is called when any relay starts, including
 * this one.
 */
export function openRelayChannel(
  target: EventTarget,
  receive: (read: ReadReports) => boolean,
  onRelayStart: () => void,
): RelayChannel {
  let name: string | null = null;
  const announceRelay = (): void => void dispatchDetail(target, ANNOUNCE_RELAY, null);
  listenPermanently(target, ANNOUNCE_RELAY, onRelayStart);
  listenPermanently(target, ANNOUNCE_NAME, (event) => {
    // A document has one hook, so a second name comes from the page.
    if (name !== null) return;
    name = textDetailOf(event);
    if (name === null) return;
    listenPermanently(target, name, (reports) => {
      if (receive(() => splitReports(textDetailOf(reports)))) cancelEvent(reports);
    });
    announceRelay();
  });
  announceRelay();
  return {
    announceRelay,
    sendCommand(text) {
      if (name !== null) dispatchDetail(target, `${name}:command`, text);
    },
  };
}

function splitReports(text: string | null): readonly string[] {
  return text ? text.split(REPORTS_DELIMITER) : [];
}

/**
 * Returns the detail of an event if it is a string, else `null`.
 * A page may dispatch anything under these names.
 */
function textDetailOf(event: Event): string | null {
  const detail = readDetail(event);
  return typeof detail === 'string' ? detail : null;
}
