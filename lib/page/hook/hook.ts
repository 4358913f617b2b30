import type { HookCommand } from '#core/journey/page-messages';
import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import { apply, listenForGood, parseJson, quietly, readDetail, shorten } from '#page/builtins';
import type { SightingChannel } from '#page/channel';
import { listenToConsole, MAX_SAID } from './console-tap';
import { type FoundSdk, indexOf, note } from './found-sdks';
import {
  calledText,
  emittedText,
  endedText,
  leftText,
  notFiredText,
  returnedText,
  saidText,
  sdkText,
  sendingText,
  threwText,
} from './hook-messages';
import { ignoreRejection, observe, thenOf } from './promises';
import { createReports, type Reports } from './report-buffer';
import { tapRequests } from './request-tap';
import { innermost, isWrapped, leave, type RunningCall } from './running-calls';
import { generationOf, methodOf, settingsOf } from './sdk';
import { type CallReporter, watchSdks } from './watch';
import { keepSources } from './wrap';

const MAX_ID_LENGTH = 99;

type FireCommand = Extract<HookCommand, { type: 'fire' }>;

/** The hook's world: the page, and the way out of it. */
interface HookDeps {
  readonly page: Window & typeof globalThis;
  readonly channel: SightingChannel;
  /** Tells this document's calls and requests from every other document's. */
  readonly part: string;
  /** Listens again where the page has removed all listeners. */
  readonly keepListening: () => void;
}

/** What the hook knows at this moment. */
interface HookState {
  readonly reports: Reports;
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  /** Calls and requests. */
  count: number;
  /** Set while the SDK is called for the panel, so that the call can be told from the page's own. */
  firing: FireCommand | null;
  active: boolean;
}

export interface Hook {
  /** A relay is here, perhaps a new one: goes on after `stop`. */
  greet(): void;
}

/**
 * Watches one document from inside: the SDK calls before and after they ran, the events that the SDKs raise, and the
 * requests that carry them. Everything is reported synchronously, a call as soon as it is over, so that nothing is lost
 * when the page goes away.
 */
export function startHook(deps: HookDeps): Hook {
  const { page, channel } = deps;
  keepSources(page);
  const running: RunningCall[] = [];
  const reports = createReports(channel, running);
  const state: HookState = { reports, running, sdks: [], count: 0, firing: null, active: true };
  const watch = watchSdks(page, reportCalls(deps, state));
  reportRequests(deps, state);

  const hear = (event: Event): void => {
    if (!state.active) return;
    const call = innermost(state.running);
    reports.tell(emittedText(call?.id ?? null, readDetail(event)));
    if (call) call.emitted = true;
    else watch.lookAgain();
  };
  // Captured at the window: `TelemetryEvent` is raised on the document, players raise `telemetryEvent` on themselves.
  listenForGood(page, 'TelemetryEvent', hear);
  listenForGood(page, 'telemetryEvent', hear);
  listenForGood(page, 'DOMContentLoaded', watch.lookAgain);
  listenForGood(page, 'load', watch.lookAgain);
  listenForGood(page, 'pagehide', (event) => reportLeaving(event, state));

  channel.onOrder((text) => {
    // Written by the extension, so it is not checked again here.
    const order = parseJson(text) as HookCommand;
    if (order.type === 'stop') state.active = channel.isTaken();
    else {
      watch.lookAgain();
      fire(order, state);
    }
  });
  return {
    greet() {
      state.active = true;
      watch.lookAgain();
    },
  };
}

function reportCalls({ page, part, keepListening }: HookDeps, state: HookState): CallReporter {
  const { reports, running, sdks } = state;
  return {
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      const id = nextId(part, state);
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const call: RunningCall = { id, method, emitted: false, hush: null };
      running[running.length] = call;
      // It is a call even where an SDK will not be read: its end must find it among the running ones.
      quietly(() => {
        keepListening();
        reports.tell(calledText(id, method, indexOf(sdks, sdk), firedBy, settingsOf(sdk), args));
        call.hush = listenToConsole(page.console, (level, first) => {
          if (typeof first === 'string') reports.tell(saidText(id, level, shorten(first, MAX_SAID)));
        });
      });
      return id;
    },
    returned(callId, result) {
      leave(running, callId);
      const then = thenOf(result);
      quietly(() => reports.tell(returnedText(callId, then === null)));
      if (then === null) return result;
      return observe(
        result,
        then,
        () => reports.tell(returnedText(callId, true)),
        (error) => reports.tell(threwText(callId, error)),
      );
    },
    threw(callId, error) {
      leave(running, callId);
      reports.tell(threwText(callId, error));
    },
    found(sdk, rank) {
      const index = note(sdks, sdk, rank);
      if (index !== null) reports.tell(sdkText(index, SDK_GLOBALS[rank] as string, generationOf(sdk)));
    },
  };
}

function reportRequests({ page, part }: HookDeps, state: HookState): void {
  const { reports } = state;
  tapRequests(page, {
    sending(via, method, url, body) {
      if (!state.active) return null;
      const requestId = nextId(part, state);
      reports.tell(sendingText(requestId, via, method, { url: `${url}`, base: page.document.baseURI }, body));
      return requestId;
    },
    ended: (requestId, end) => reports.tell(endedText(requestId, end)),
  });
}

/** A text of its own: `+` makes one that points to its parts, and JSON is written twice as fast of those that do not. */
function nextId(part: string, state: HookState): string {
  state.count += 1;
  return shorten(`${part}.${state.count}`, MAX_ID_LENGTH);
}

/** A frame may be taken out of its page by a listener, in the middle of a call. */
function reportLeaving(event: Event, { active, reports }: HookState): void {
  if (active) reports.tell(leftText((event as PageTransitionEvent).persisted));
  reports.flush();
}

/** Throws what the call throws, which has been reported with the call. */
function fire(order: FireCommand, state: HookState): void {
  const sdk = state.sdks[order.sdk]?.sdk;
  const method = sdk && methodOf(sdk, order.method);
  if (!method) {
    state.reports.tell(notFiredText(order.requestId));
    return;
  }
  state.firing = order;
  try {
    // Its failure is told with the call, and is not one of the page's unhandled rejections.
    ignoreRejection(apply(method, sdk, order.args as unknown[]));
  } finally {
    state.firing = null;
  }
}
