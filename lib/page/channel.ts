import { MAX_HELD_CHARS, MAX_HELD_UNITS, REPORTS_DELIMITER } from '#core/wire/report-limits';
import {
  cancelEvent,
  dispatchDetail,
  listenForGood,
  now,
  readDetail,
  scheduleMicrotask,
  textIncludes,
} from './builtins';

/**
 * How the hook (in the page's world) and the relay (in the extension's isolated world) find each other.
 * They share nothing but the document's events. Both run before the page's first script and agree on a random event
 * name, so that a page does not come across it by chance. A page that looks for it can show false rows of its own to
 * the user who inspects it; there is nothing else to gain, as no secret ever goes this way.
 */
const PREFIX = 'telemetry-v3-devtools';
/** Cancelled by a hook that is already there. */
const IS_HOOK_THERE = `${PREFIX}:hook`;
/** "A relay is here". The reply is the name. */
const RELAY_IS_HERE = `${PREFIX}:relay`;
/** The event's `detail` is the agreed name. */
const NAME_IS = `${PREFIX}:name`;

/**
 * Minimum pause, in milliseconds, after which a report is sent at once.
 * The developer may be waiting for it at a breakpoint.
 */
const REST_MS = 8;

/** Interval, in milliseconds, at which a script that reports on and on has its reports sent. */
const MAX_WAIT_MS = 250;

export interface HookChannel {
  /**
   * A report, at once after a pause; `write` returns its JSON text.
   * Later reports wait until the page's script is done, and are written only then: to write a call takes longer than to
   * copy its values (bench: hook). `units` is how much the report holds meanwhile.
   */
  report(write: () => string, units: number): void;
  /** Tells all that is held before it returns. */
  flush(): void;
  /**
   * The page unloads: sends all held reports, and each later one at once.
   * The browser may end the process of a frame in the middle of a listener (Chromium: 500 ms after it was told to
   * unload).
   */
  leave(): void;
  /** Whether a relay takes reports now. */
  isTaken(): boolean;
  /** JSON text of an order of the panel's; a page may send anything under the same name. */
  onOrder(follow: (text: string) => void): void;
}

/**
 * The hook's end, or null if another hook watches this document already.
 * A relay may come later than the hook, come again, or be that of an extension that was updated: each is greeted.
 */
export function openHookChannel(
  target: EventTarget,
  name: string,
  greet: () => void,
  clock: () => number = now,
): HookChannel | null {
  if (!dispatchDetail(target, IS_HOOK_THERE, null, true)) return null;
  let held: (() => string)[] = [];
  let heldUnits = 0;
  /** How many of the held are handed over. */
  let sent = 0;
  let reportedAt = 0;
  let flushedAt = 0;
  let relayIsThere = false;
  let restMs = REST_MS;
  // The relay cancels the event: a page can fake a relay, but not its absence.
  const isTaken = (lines: string): boolean => !dispatchDetail(target, name, lines, true);
  const flush = (): void => {
    flushedAt = reportedAt;
    while (relayIsThere && sent < held.length) {
      const first = sent;
      let lines = '';
      while (sent < held.length && lines.length < MAX_HELD_CHARS) {
        const write = held[sent] as () => string;
        sent += 1;
        lines += (lines && REPORTS_DELIMITER) + write();
      }
      // Reading a concatenated string flattens it. The report may wait, and thousands of small
      // strings would be copied again and again.
      textIncludes(lines, REPORTS_DELIMITER);
      relayIsThere = isTaken(lines);
      if (!relayIsThere) sent = first;
    }
    if (sent < held.length) return;
    held = [];
    heldUnits = sent = 0;
  };
  listenForGood(target, IS_HOOK_THERE, cancelEvent);
  listenForGood(target, RELAY_IS_HERE, () => {
    dispatchDetail(target, NAME_IS, name);
    relayIsThere = true;
    restMs = REST_MS;
    flush();
    greet();
  });
  dispatchDetail(target, NAME_IS, name);
  return {
    report(write, units) {
      const pausedSince = reportedAt;
      reportedAt = clock();
      if (heldUnits < MAX_HELD_UNITS) held[held.length] = write;
      heldUnits += units;
      const isDue = reportedAt - pausedSince > restMs || reportedAt - flushedAt > MAX_WAIT_MS;
      if (isDue || heldUnits >= MAX_HELD_UNITS) flush();
      else if (held.length === 1) scheduleMicrotask(flush);
    },
    flush,
    leave() {
      restMs = -1;
      flush();
    },
    isTaken: () => isTaken(''),
    onOrder(follow) {
      listenForGood(target, `${name}:order`, (event) => follow(readDetail(event) as string));
    },
  };
}

export interface RelayChannel {
  order(text: string): void;
  /** Wakes a hook that got the order to stop. */
  greet(): void;
}

/**
 * The reports of one batch, oldest first.
 * They enter the extension's world when they are read, which may be later, and takes longer than to receive them.
 */
export type ReadReports = () => readonly string[];

/**
 * The relay's end.
 * `receive` returns whether the reports are taken; `onOther` is called when a relay is here, this one or another.
 */
export function openRelayChannel(
  target: EventTarget,
  receive: (read: ReadReports) => boolean,
  onOther: () => void,
): RelayChannel {
  let name: string | null = null;
  const greet = (): void => void dispatchDetail(target, RELAY_IS_HERE, null);
  listenForGood(target, RELAY_IS_HERE, onOther);
  listenForGood(target, NAME_IS, (event) => {
    // A document has one hook, so a second name comes from the page.
    if (name !== null) return;
    name = textIn(event);
    if (name === null) return;
    listenForGood(target, name, (handingOver) => {
      if (receive(() => (textIn(handingOver) || null)?.split(REPORTS_DELIMITER) ?? [])) cancelEvent(handingOver);
    });
    greet();
  });
  greet();
  return {
    greet,
    order(text) {
      if (name !== null) dispatchDetail(target, `${name}:order`, text);
    },
  };
}

/** The detail of an event, where it is a text: a page may send anything under these names. */
function textIn(event: Event): string | null {
  const detail = readDetail(event);
  return typeof detail === 'string' ? detail : null;
}
