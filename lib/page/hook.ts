import { apply, listen, PagePromise, PageUrl, parseJson, promiseThen, readDetail, shorten } from './builtins';
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
import { tapRequests } from './request-tap';
import { innermost, isWrapped, leave, type RunningCall } from './running-calls';
import { methodOf, settingsOf } from './sdk';
import { type CallReporter, watchSdks } from './watch';

/** An order of the panel's, as the relay passes it on. Written by the extension, so it is not checked again here. */
type Order =
  | { readonly type: 'fire'; readonly requestId: string; readonly method: string; readonly args: readonly unknown[] }
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
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  /** Per running call, the ears to take off the console again. */
  readonly ears: (() => void)[];
  calls: number;
  requests: number;
  /** Set while the SDK is called for the panel, so that the call can be told from the page's own. */
  firing: FireOrder | null;
  active: boolean;
}

export interface Hook {
  /** Goes on after `stop`. */
  resume(): void;
}

/**
 * Watches one document from inside: the SDK calls before and after they ran, the events that the SDKs raise, and the
 * requests that carry them. Everything is reported at once and synchronously, so that nothing is lost when the page
 * goes away.
 */
export function startHook(world: HookWorld): Hook {
  const { page, channel } = world;
  const state: HookState = { running: [], sdks: [], ears: [], calls: 0, requests: 0, firing: null, active: true };
  const watch = watchSdks(page, reportCalls(world, state));
  reportRequests(world, state);

  const hear = (event: Event): void => {
    if (!state.active) return;
    const call = innermost(state.running);
    channel.report(emittedText(call?.id ?? null, readDetail(event)));
    if (call) call.emitted = true;
    else watch.lookAgain();
  };
  // Captured at the window: `TelemetryEvent` is raised on the document, players raise `telemetryEvent` on themselves.
  listen(page, 'TelemetryEvent', hear, true);
  listen(page, 'telemetryEvent', hear, true);
  listen(page, 'DOMContentLoaded', watch.lookAgain, true);
  listen(page, 'load', watch.lookAgain, true);
  listen(page, 'pagehide', (event) => reportLeaving(event, world, state), true);

  channel.onOrder((text) => {
    const order = parseJson(text) as Order;
    if (order.type === 'stop') state.active = false;
    else {
      watch.lookAgain();
      fire(order, state, channel);
    }
  });
  return {
    resume() {
      state.active = true;
      watch.lookAgain();
    },
  };
}

function reportCalls({ page, channel, part }: HookWorld, state: HookState): CallReporter {
  const { running, ears, sdks } = state;
  const over = (callId: string): void => {
    leave(running, callId);
    while (ears.length > running.length) {
      ears[ears.length - 1]?.();
      ears.length -= 1;
    }
  };
  return {
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      state.calls += 1;
      const id = `${part}.${state.calls}`;
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const settings = settingsOf(sdk);
      channel.report(calledText({ callId: id, method, sdk: indexOf(sdks, sdk), firedBy, settings, args }));
      running[running.length] = { id, method, emitted: false };
      try {
        ears[running.length - 1] = listenToConsole(page.console, (level, first) => {
          if (typeof first === 'string') channel.report(saidText(id, level, shorten(first, MAX_SAID)));
        });
      } catch {
        // A console that may not be touched.
      }
      return id;
    },
    returned(callId, result) {
      over(callId);
      const isPromise = result instanceof PagePromise;
      channel.report(returnedText(callId, !isPromise));
      return isPromise ? settling(result, callId, channel) : result;
    },
    threw(callId, error) {
      over(callId);
      channel.report(threwText(callId, error));
    },
    found(sdk, global, generation) {
      const index = note(sdks, sdk, global);
      if (index !== null) channel.report(sdkText(index, global, generation));
    },
  };
}

/** A promise of its own, so that a rejection that nobody handles is still the page's to hear of. */
function settling(promise: Promise<unknown>, callId: string, channel: SightingChannel): unknown {
  return apply(promiseThen, promise, [
    (value: unknown) => {
      channel.report(returnedText(callId, true));
      return value;
    },
    (error: unknown) => {
      channel.report(threwText(callId, error));
      throw error;
    },
  ]);
}

function reportRequests({ page, channel, part }: HookWorld, state: HookState): void {
  tapRequests(page, {
    sending(via, method, url, { encoding, text }) {
      if (!state.active) return null;
      state.requests += 1;
      const requestId = `${part}.r${state.requests}`;
      const address = new PageUrl(`${url}`, page.document.baseURI).href;
      channel.report(sendingText({ requestId, via, method, url: address, encoding, body: text }));
      return requestId;
    },
    ended: (requestId, end) => channel.report(endedText(requestId, end)),
  });
}

function reportLeaving(event: Event, { channel }: HookWorld, state: HookState): void {
  if (state.active) channel.report(leftText((event as PageTransitionEvent).persisted));
}

function fire(order: FireOrder, state: HookState, channel: SightingChannel): void {
  const sdk = state.sdks[0]?.sdk;
  const method = sdk === undefined ? null : methodOf(sdk, order.method);
  if (sdk === undefined || method === null) {
    channel.report(notFiredText(order.requestId));
    return;
  }
  state.firing = order;
  try {
    const result = apply(method, sdk, order.args as unknown[]);
    // Its failure is told with the call, and is not one of the page's unhandled rejections.
    if (result instanceof PagePromise) apply(promiseThen, result, [undefined, () => undefined]);
  } catch {
    // The call has been reported as one that threw.
  } finally {
    state.firing = null;
  }
}
