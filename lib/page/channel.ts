import { MAX_HELD_CHARS, REPORTS_DELIMITER } from '#core/journey/report-limits';
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
/** Its detail is the agreed name. */
const NAME_IS = `${PREFIX}:name`;

/**
 * Minimum pause, in milliseconds, after which a report is sent at once.
 * The developer may be waiting for it at a breakpoint.
 */
const REST_MS = 8;

export interface HookChannel {
  /**
   * JSON text, reported at once after a pause.
   * Later reports wait until the page's script is done: each dispatch costs the page more than its content.
   */
  report(text: string): void;
  /** Tells all that is held before it returns. */
  flush(): void;
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
  /** Reports with a {@link REPORTS_DELIMITER} each. */
  let held = '';
  let reportedAt = 0;
  let relayIsThere = false;
  // The relay cancels the event: a page can fake a relay, but not its absence.
  const isTaken = (lines: string): boolean => !dispatchDetail(target, name, lines, true);
  const flush = (): void => {
    if (!held || !relayIsThere) return;
    const lines = held;
    held = '';
    reportedAt = clock();
    // Reading a concatenated string flattens it. The report may wait, and thousands of small
    // strings would be copied again and again.
    textIncludes(lines, REPORTS_DELIMITER);
    relayIsThere = isTaken(lines);
    if (!relayIsThere) held = lines + (held && REPORTS_DELIMITER + held);
  };
  listenForGood(target, IS_HOOK_THERE, cancelEvent);
  listenForGood(target, RELAY_IS_HERE, () => {
    dispatchDetail(target, NAME_IS, name);
    relayIsThere = true;
    flush();
    greet();
  });
  dispatchDetail(target, NAME_IS, name);
  return {
    report(text) {
      const isFirst = held === '';
      if (held.length < MAX_HELD_CHARS) held = isFirst ? text : held + REPORTS_DELIMITER + text;
      if (held.length >= MAX_HELD_CHARS || clock() - reportedAt > REST_MS) flush();
      else if (isFirst) scheduleMicrotask(flush);
    },
    flush,
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
 * The reports of one handing over, oldest first.
 * They come into the extension's world when they are asked for, which may be later, and takes longer than to be handed
 * them.
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
