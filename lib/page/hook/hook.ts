import type { DispatchContext } from '#core/journey/equal-events/dispatched-events';
import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import type { HookCommand, OriginReport } from '#core/wire/page-messages';
import { MAX_PAGE_URL_CHARS } from '#core/wire/report-limits';
import {
  apply,
  ignoreErrors,
  listenPermanently,
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
import { generationOf, type Method, methodOf, readSettings } from './sdk';
import { type CallReporter, watchSdks } from './watch';
import { preserveSources } from './wrap';

const MAX_ID_LENGTH = 99;

type FireCommand = Extract<HookCommand, { type: 'fire' }>;

/** The page that the hook observes, and the functions that the hook needs. */
interface HookDeps {
  readonly page: Window & typeof globalThis;
  readonly channel: HookChannel;
  /** Prefix of the ids of calls and requests, which is unique for the document. */
  readonly part: string;
  /** Adds listeners again if the page has removed them. */
  readonly restoreListeners: () => void;
  /** Reads the origin of the running call. Set only if the user has enabled origins. */
  readonly readOrigin?: (() => OriginReport) | undefined;
}

/** Current state of the hook. */
interface HookState {
  readonly reports: ReportBuffer;
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  /** Number of calls and requests, for their ids. */
  count: number;
  /** Set while the SDK is called for the panel, to distinguish the call from the page's calls. */
  firing: FireCommand | null;
  active: boolean;
  /** Whether the page has an SDK or has emitted an event. */
  isUsed: boolean;
}

export interface Hook {
  /** Handles a new relay. Starts reporting again after the command `stop`. */
  onRelayConnected(): void;
}

/**
 * Observes a document: SDK calls, the events that the SDKs emit, and the requests that carry them.
 * Reports everything synchronously, calls as soon as they end, so that nothing is lost when the page unloads.
 */
export function startHook(deps: HookDeps): Hook {
  const { page, channel } = deps;
  preserveSources(page);
  const running: RunningCall[] = [];
  const reports = createReportBuffer(channel, running);
  const state: HookState = { reports, running, sdks: [], count: 0, firing: null, active: true, isUsed: false };
  const watch = watchSdks(page, createCallReporter(deps, state));
  watchRequests(deps, state);

  const readDispatch = createDispatchReader();
  const subscribeToEvents = (name: string): void =>
    listenPermanently(page, name, (event) => {
      if (!state.active) return;
      state.isUsed = true;
      const innermost = running[running.length - 1];
      const pageUrl = innermost ? undefined : urlOf(page);
      reports.notify(encodeEvent(innermost?.id ?? null, readDetail(event), readDispatch(event, name), pageUrl));
      if (innermost) innermost.emitted = true;
      else watch.rescan();
    });
  // Captured at the window: SDKs dispatch `TelemetryEvent` on the document, players dispatch `telemetryEvent` on
  // themselves.
  subscribeToEvents('TelemetryEvent');
  subscribeToEvents('telemetryEvent');
  listenPermanently(page, 'DOMContentLoaded', watch.rescan);
  listenPermanently(page, 'load', watch.rescan);
  // A listener may remove the frame from the page in the middle of a call.
  listenPermanently(page, 'pagehide', reports.leave);

  channel.onCommand((text) => {
    const command = parseJson(text) as HookCommand;
    if (command.type === 'stop') state.active = channel.isTaken();
    else {
      watch.rescan();
      fire(command, state);
    }
  });
  return {
    onRelayConnected() {
      state.active = true;
      watch.rescan();
    },
  };
}

function createCallReporter({ page, part, restoreListeners, readOrigin }: HookDeps, state: HookState): CallReporter {
  const { reports, running, sdks } = state;
  return {
    running,
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      const id = nextId(part, state);
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const call: RunningCall = { id, method, emitted: false };
      running[running.length] = call;
      // `endCall` needs the registered call, even if the SDK is unreadable.
      ignoreErrors(() => {
        restoreListeners();
        reports.notify(
          encodeCall(id, method, indexOf(sdks, sdk), firedBy, readSettings(sdk), args, readOrigin?.(), urlOf(page)),
        );
        // Only the outermost call wraps the console. A stack overflow would leave a wrapper of each nested call.
        if (running[0] !== call) return;
        call.restoreConsole = captureConsole(page.console as unknown as ConsoleMethods, (level, first) => {
          // The page may have stored the wrapper, and may call it after this call.
          if (typeof first !== 'string' || running[0] !== call) return;
          reports.notify({
            type: 'logged',
            at: now(),
            callId: (running[running.length - 1] as RunningCall).id,
            level,
            message: truncate(first, MAX_CONSOLE_CHARS),
          });
        });
      });
      return id;
    },
    returned(callId, result) {
      endCall(running);
      const then = getThen(result);
      ignoreErrors(() => reports.notify(encodeReturn(callId, !then)));
      if (!then) return result;
      return observe(
        result,
        then,
        () => reports.notify(encodeReturn(callId, true)),
        (error) => reports.notify(encodeThrow(callId, error)),
      );
    },
    threw(callId, error) {
      endCall(running);
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

function watchRequests({ page, part }: HookDeps, state: HookState): void {
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

/** Returns the current URL of the page, which `pushState` and similar calls change. */
function urlOf({ location }: Window): string {
  return truncate(location.href, MAX_PAGE_URL_CHARS);
}

/**
 * Creates an id.
 * `truncate` flattens the concatenated string, which `JSON.stringify` then writes twice as fast.
 */
function nextId(part: string, state: HookState): string {
  state.count += 1;
  return truncate(`${part}.${state.count}`, MAX_ID_LENGTH);
}

/** Calls the SDK for the panel. Rethrows exceptions of the call, which have been reported already. */
function fire(command: FireCommand, state: HookState): void {
  const sdk = state.sdks[command.sdk]?.sdk;
  const method = sdk && methodOf(sdk, command.method);
  if (!method) {
    state.reports.notify({ type: 'not-fired', at: now(), requestId: command.requestId });
    return;
  }
  state.firing = command;
  try {
    // The rejection is reported with the call and must not become an unhandled rejection of the page.
    ignoreRejection(apply(method, sdk, command.args as unknown[]));
  } finally {
    state.firing = null;
  }
}

/** Length at which console messages are truncated. Any message of an SDK is shorter. */
const MAX_CONSOLE_CHARS = 1_000;

/** A console whose properties may be anything, because a page can replace them. */
type ConsoleMethods = Record<string, unknown>;

/**
 * Captures the console messages with which SDKs report that they drop an event.
 * Returns a function that stops capturing. Wraps the console only during an SDK call, so that the source links of other
 * messages lead to the page's code.
 */
function captureConsole(console: ConsoleMethods, onMessage: (level: string, first: unknown) => void): () => void {
  const wrapLevel = (level: string): (() => void) | null =>
    ignoreErrors(() => {
      const original = console[level];
      const wrapper = (...args: unknown[]): unknown => {
        ignoreErrors(() => onMessage(level, args[0]));
        return apply(original as Method, console, args);
      };
      if (typeof original === 'function') console[level] = wrapper;
      return () =>
        ignoreErrors(() => {
          if (console[level] === wrapper) console[level] = original;
        });
    });
  const restoreErrors = wrapLevel('error');
  const restoreInfo = wrapLevel('info');
  return () => {
    restoreErrors?.();
    restoreInfo?.();
  };
}

/** Creates a reader of an event's target and task. They identify events that are dispatched again. */
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
  /** Index in `SDK_GLOBALS` of the best known name of the SDK. */
  rank: number;
}

/**
 * Registers an SDK under its best known name.
 * Returns its number if the SDK or the name is new, else `null`.
 */
function registerSdk(sdks: FoundSdk[], sdk: object, rank: number): number | null {
  const index = indexOf(sdks, sdk);
  const registered = sdks[index];
  if (!registered) {
    sdks[sdks.length] = { sdk, rank };
    return sdks.length - 1;
  }
  if (registered.rank <= rank) return null;
  registered.rank = rank;
  return index;
}

/** Returns the number of an SDK within its document, from 0, or -1 if the SDK is not registered. */
function indexOf(sdks: readonly FoundSdk[], sdk: object): number {
  for (let index = 0; index < sdks.length; index += 1) {
    if (sdks[index]?.sdk === sdk) return index;
  }
  return -1;
}
