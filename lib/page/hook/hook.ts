import type { DispatchContext } from '#core/journey/equal-events/dispatched-events';
import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import type { HookCommand, OriginReport } from '#core/wire/page-messages';
import { MAX_PAGE_URL_CHARS } from '#core/wire/report-limits';
import {
  apply,
  ignoreErrors,
  listenForGood,
  now,
  PageWeakMap,
  parseJson,
  readDetail,
  readTarget,
  scheduleTask,
  truncate,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import type { HookChannel } from '#page/channel';
import { encodeCall, encodeEvent, encodeRequest, encodeReturn, encodeThrow } from './hook-messages';
import { getThen, ignoreRejection, observe } from './promises';
import { createReportBuffer, endCall, isWrapped, type ReportBuffer, type RunningCall } from './report-buffer';
import { tapRequests } from './request-tap';
import { generationOf, type Method, methodOf, settingsOf } from './sdk';
import { type CallReporter, watchSdks } from './watch';
import { preserveSources } from './wrap';

const MAX_ID_LENGTH = 99;

type FireCommand = Extract<HookCommand, { type: 'fire' }>;

/** The page's functions that the hook uses, and its channel. */
interface HookDeps {
  readonly page: Window & typeof globalThis;
  readonly channel: HookChannel;
  /** Tells this document's calls and requests from every other document's. */
  readonly part: string;
  /** Listens again where the page has removed all listeners. */
  readonly keepListening: () => void;
  /** Reads the origin of a call, within the call. Unset unless the user has asked for it. */
  readonly readOrigin?: (() => OriginReport) | undefined;
}

/** Current state of the hook. */
interface HookState {
  readonly reports: ReportBuffer;
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  /** Calls and requests. */
  count: number;
  /** Set while the SDK is called for the panel, so that the call can be distinguished from the page's own. */
  firing: FireCommand | null;
  active: boolean;
  /** Whether the page has an SDK or has emitted an event. */
  isUsed: boolean;
}

export interface Hook {
  /** A relay is here, perhaps a new one: reports again after `stop`. */
  greet(): void;
}

/**
 * Watches one document from inside.
 * The SDK calls before and after they ran, the events that the SDKs emit, and the requests that carry them. Everything
 * is reported synchronously, a call as soon as it is over, so that nothing is lost when the page unloads.
 */
export function startHook(deps: HookDeps): Hook {
  const { page, channel } = deps;
  preserveSources(page);
  const running: RunningCall[] = [];
  const reports = createReportBuffer(channel, running);
  const state: HookState = { reports, running, sdks: [], count: 0, firing: null, active: true, isUsed: false };
  const watch = watchSdks(page, reportCalls(deps, state));
  reportRequests(deps, state);

  const contextOf = createDispatchReader();
  const listenToEvents = (name: string): void =>
    listenForGood(page, name, (event) => {
      if (!state.active) return;
      state.isUsed = true;
      const innermost = running[running.length - 1];
      const pageUrl = innermost ? undefined : urlOf(page);
      reports.notify(encodeEvent(innermost?.id ?? null, readDetail(event), contextOf(event, name), pageUrl));
      if (innermost) innermost.emitted = true;
      else watch.rescan();
    });
  // Captured at the window: SDKs dispatch `TelemetryEvent` on the document, players dispatch `telemetryEvent` on themselves.
  listenToEvents('TelemetryEvent');
  listenToEvents('telemetryEvent');
  listenForGood(page, 'DOMContentLoaded', watch.rescan);
  listenForGood(page, 'load', watch.rescan);
  // A frame may be taken out of its page by a listener, in the middle of a call.
  listenForGood(page, 'pagehide', reports.leave);

  channel.onOrder((text) => {
    const order = parseJson(text) as HookCommand;
    if (order.type === 'stop') state.active = channel.isTaken();
    else {
      watch.rescan();
      fire(order, state);
    }
  });
  return {
    greet() {
      state.active = true;
      watch.rescan();
    },
  };
}

function reportCalls({ page, part, keepListening, readOrigin }: HookDeps, state: HookState): CallReporter {
  const { reports, running, sdks } = state;
  return {
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      const id = nextId(part, state);
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const call: RunningCall = { id, method, emitted: false, restoreConsole: null };
      running[running.length] = call;
      // Counted as a call even if the SDK is unreadable: its end must find it among the running calls.
      ignoreErrors(() => {
        keepListening();
        reports.notify(
          encodeCall(id, method, indexOf(sdks, sdk), firedBy, settingsOf(sdk), args, readOrigin?.(), urlOf(page)),
        );
        call.restoreConsole = captureConsole(page.console as unknown as ConsoleMethods, (level, first) => {
          if (typeof first !== 'string') return;
          reports.notify({
            type: 'logged',
            at: now(),
            callId: id,
            level,
            message: truncate(first, MAX_CONSOLE_MESSAGES),
          });
        });
      });
      return id;
    },
    returned(callId, result) {
      endCall(running, callId);
      const then = getThen(result);
      ignoreErrors(() => reports.notify(encodeReturn(callId, then === null)));
      if (then === null) return result;
      return observe(
        result,
        then,
        () => reports.notify(encodeReturn(callId, true)),
        (error) => reports.notify(encodeThrow(callId, error)),
      );
    },
    threw(callId, error) {
      endCall(running, callId);
      reports.notify(encodeThrow(callId, error));
    },
    found(sdk, rank) {
      state.isUsed = true;
      const index = registerSdk(sdks, sdk, rank);
      if (index === null) return;
      const global = SDK_GLOBALS[rank] as string;
      reports.notify({ type: 'sdk', at: now(), sdk: index, global, generation: generationOf(sdk) });
    },
  };
}

function reportRequests({ page, part }: HookDeps, state: HookState): void {
  const { reports } = state;
  tapRequests(page, {
    nextId: () => (state.active ? nextId(part, state) : null),
    sending: (request, body) => reports.notify(encodeRequest(request, page.document.baseURI, body, urlOf(page))),
    unread(requestId, by) {
      // A page without telemetry reports nothing. A worker may exist before the SDK.
      if (state.isUsed || by === 'worker') reports.notify({ type: 'unread', at: now(), requestId, by });
    },
    read(requestId) {
      if (state.isUsed) reports.notify({ type: 'read', at: now(), requestId });
    },
    ended: (requestId, end) => reports.notify({ type: 'ended', at: now(), requestId, ...end }),
  });
}

/** The URL of the page at this moment: `pushState` and the like change it. */
function urlOf({ location }: Window): string {
  return truncate(location.href, MAX_PAGE_URL_CHARS);
}

/** A text of its own: `+` makes one that points to its parts, and JSON is written twice as fast of those that do not. */
function nextId(part: string, state: HookState): string {
  state.count += 1;
  return truncate(`${part}.${state.count}`, MAX_ID_LENGTH);
}

/** Throws what the call throws, which has been reported with the call. */
function fire(order: FireCommand, state: HookState): void {
  const sdk = state.sdks[order.sdk]?.sdk;
  const method = sdk && methodOf(sdk, order.method);
  if (!method) {
    state.reports.notify({ type: 'not-fired', at: now(), requestId: order.requestId });
    return;
  }
  state.firing = order;
  try {
    // The rejection is reported with the call and must not become an unhandled rejection of the page.
    ignoreRejection(apply(method, sdk, order.args as unknown[]));
  } finally {
    state.firing = null;
  }
}

/** Enough for any sentence of an SDK. */
const MAX_CONSOLE_MESSAGES = 1_000;

/** A console by the names of its methods; a page may have put anything there. */
type ConsoleMethods = Record<string, unknown>;

/**
 * Listens to the console methods by which the SDKs say that they drop an event, for the time of one SDK call, and takes
 * its ears off again: for all other messages of the page, the console's link leads to the page's own line. Returns the
 * undo.
 */
function captureConsole(console: ConsoleMethods, onMessage: (level: string, first: unknown) => void): () => void {
  const listenTo = (level: string): (() => void) | null =>
    ignoreErrors(() => {
      const original = console[level];
      const ear = (...said: unknown[]): unknown => {
        ignoreErrors(() => onMessage(level, said[0]));
        return apply(original as Method, console, said);
      };
      if (typeof original === 'function') console[level] = ear;
      return () =>
        ignoreErrors(() => {
          if (console[level] === ear) console[level] = original;
        });
    });
  const hushErrors = listenTo('error');
  const hushInfo = listenTo('info');
  return () => {
    hushErrors?.();
    hushInfo?.();
  };
}

/** Tells of each event where it was dispatched and in which task, so that an echo is no second event. */
function createDispatchReader(): (event: Event, name: string) => DispatchContext {
  const numbers = new PageWeakMap<object, number>();
  let targets = 0;
  let task = 0;
  let isRunning = false;
  return (event, name) => {
    if (!isRunning) {
      isRunning = true;
      task += 1;
      scheduleTask(() => {
        isRunning = false;
      });
    }
    const dispatchedAt = readTarget(event);
    let target = weakMapGet(numbers, dispatchedAt);
    if (target === undefined) {
      target = targets;
      targets += 1;
      weakMapSet(numbers, dispatchedAt, target);
    }
    return { task, name, target };
  };
}

interface FoundSdk {
  readonly sdk: object;
  /** Place of its best known name among `SDK_GLOBALS`. */
  rank: number;
}

/** Notes an SDK under its best known name; returns its number where that is news, else null. */
function registerSdk(sdks: FoundSdk[], sdk: object, rank: number): number | null {
  const index = indexOf(sdks, sdk);
  const known = sdks[index];
  if (!known) {
    sdks[sdks.length] = { sdk, rank };
    return sdks.length - 1;
  }
  if (known.rank <= rank) return null;
  known.rank = rank;
  return index;
}

/** The number of an SDK within its document, from 0; -1 where it was never found. */
function indexOf(sdks: readonly FoundSdk[], sdk: object): number {
  for (let index = 0; index < sdks.length; index += 1) {
    if (sdks[index]?.sdk === sdk) return index;
  }
  return -1;
}
