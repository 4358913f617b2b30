import {
  apply,
  ignoreRejection,
  joined,
  listen,
  overhear,
  PagePromise,
  parseJson,
  readDetail,
  shorten,
} from './builtins';
import type { SightingChannel } from './channel';
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
} from './report';
import { createReports, type Reports } from './reports';
import { tapRequests } from './request-tap';
import { innermost, isWrapped, leave, type RunningCall } from './running-calls';
import { generationOf, methodOf, settingsOf } from './sdk';
import { type CallReporter, watchSdks } from './watch';

/** An order of the panel's, as the relay passes it on. Written by the extension, so it is not checked again here. */
type Order =
  | {
      readonly type: 'fire';
      readonly requestId: string;
      /** Its number in this document. */
      readonly sdk: number;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'stop' };

type FireOrder = Extract<Order, { type: 'fire' }>;

/** The hook's world: the page, and the way out of it. */
interface HookWorld {
  readonly page: Window & typeof globalThis;
  readonly channel: SightingChannel;
  /** Tells this document's calls and requests from every other document's. */
  readonly part: string;
}

/** What the hook knows at this moment. */
interface HookState {
  readonly reports: Reports;
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  calls: number;
  requests: number;
  /** Set while the SDK is called for the panel, so that the call can be told from the page's own. */
  firing: FireOrder | null;
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
export function startHook(world: HookWorld): Hook {
  const { page, channel } = world;
  const running: RunningCall[] = [];
  const reports = createReports(channel, running);
  const state: HookState = { reports, running, sdks: [], calls: 0, requests: 0, firing: null, active: true };
  const watch = watchSdks(page, reportCalls(world, state));
  reportRequests(world, state);

  const hear = (event: Event): void => {
    if (!state.active) return;
    const call = innermost(state.running);
    reports.tell(emittedText(call?.id ?? null, readDetail(event)));
    if (call) call.emitted = true;
    else watch.lookAgain();
  };
  // Captured at the window: `TelemetryEvent` is raised on the document, players raise `telemetryEvent` on themselves.
  listen(page, 'TelemetryEvent', hear);
  listen(page, 'telemetryEvent', hear);
  listen(page, 'DOMContentLoaded', watch.lookAgain);
  listen(page, 'load', watch.lookAgain);
  listen(page, 'pagehide', (event) => reportLeaving(event, state));

  channel.onOrder((text) => {
    const order = parseJson(text) as Order;
    if (order.type === 'stop') state.active = false;
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

function reportCalls({ page, part }: HookWorld, state: HookState): CallReporter {
  const { reports, running, sdks } = state;
  return {
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      state.calls += 1;
      const id = joined(part, '.', state.calls);
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const call: RunningCall = { id, method, emitted: false, hush: null };
      running[running.length] = call;
      reports.tell(calledText(id, method, indexOf(sdks, sdk), firedBy, settingsOf(sdk), args));
      try {
        call.hush = listenToConsole(page.console, (level, first) => {
          if (typeof first === 'string') reports.tell(saidText(id, level, shorten(first, MAX_SAID)));
        });
      } catch {
        // A console that may not be touched.
      }
      return id;
    },
    returned(callId, result) {
      leave(running, callId);
      const isPromise = result instanceof PagePromise;
      reports.tell(returnedText(callId, !isPromise));
      if (!isPromise) return result;
      return overhear(
        result,
        () => reports.tell(returnedText(callId, true)),
        (error) => reports.tell(threwText(callId, error)),
      );
    },
    threw(callId, error) {
      leave(running, callId);
      reports.tell(threwText(callId, error));
    },
    found(sdk, global) {
      const index = note(sdks, sdk, global);
      if (index !== null) reports.tell(sdkText(index, global, generationOf(sdk)));
    },
  };
}

function reportRequests({ page, part }: HookWorld, state: HookState): void {
  const { reports } = state;
  tapRequests(page, {
    sending(via, method, url, body) {
      if (!state.active) return null;
      state.requests += 1;
      const requestId = `${part}.r${state.requests}`;
      reports.tell(sendingText(requestId, via, method, { url: `${url}`, base: page.document.baseURI }, body));
      return requestId;
    },
    ended: (requestId, end) => reports.tell(endedText(requestId, end)),
  });
}

/** A frame may be taken out of its page by a listener, in the middle of a call. */
function reportLeaving(event: Event, { active, reports }: HookState): void {
  if (active) reports.tell(leftText((event as PageTransitionEvent).persisted));
  reports.flush();
}

function fire(order: FireOrder, state: HookState): void {
  const sdk = state.sdks[order.sdk]?.sdk;
  const method = sdk === undefined ? null : methodOf(sdk, order.method);
  if (sdk === undefined || method === null) {
    state.reports.tell(notFiredText(order.requestId));
    return;
  }
  state.firing = order;
  try {
    const result = apply(method, sdk, order.args as unknown[]);
    // Its failure is told with the call, and is not one of the page's unhandled rejections.
    if (result instanceof PagePromise) ignoreRejection(result);
  } catch {
    // The call has been reported as one that threw.
  } finally {
    state.firing = null;
  }
}
