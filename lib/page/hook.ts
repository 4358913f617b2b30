import { apply, listen, now, parseJson, quote, readDetail } from './builtins';
import type { SightingChannel } from './channel';
import { methodOf, SDK_GLOBALS } from './sdk';
import { snapshot } from './snapshot';
import { type CallReporter, watchSdks } from './watch';

/** An order of the panel's, as the relay passes it on. Written by the extension, so it is not checked again here. */
type Order =
  | { readonly type: 'fire'; readonly requestId: string; readonly method: string; readonly args: readonly unknown[] }
  | { readonly type: 'stop' };

type FireOrder = Extract<Order, { type: 'fire' }>;

/** A call that is running now. Calls nest where one SDK wraps another, or where a listener calls the SDK again. */
interface RunningCall {
  readonly id: string;
  readonly method: string;
  /** Whether its event has been raised: what is called after that is called by a listener, not by a wrapper. */
  emitted: boolean;
}

interface FoundSdk {
  readonly sdk: object;
  global: string;
}

/** What the hook knows at this moment. */
interface HookState {
  readonly running: RunningCall[];
  readonly sdks: FoundSdk[];
  calls: number;
  /** Set while the SDK is called for the panel, so that the call can be told from the page's own. */
  firing: FireOrder | null;
  active: boolean;
}

export interface Hook {
  /** Goes on after `stop`. */
  resume(): void;
}

/**
 * Watches one document from inside: the SDK calls before and after they ran, and the events that the SDKs raise.
 * Everything is reported at once and synchronously, so that nothing is lost when the page goes away.
 * `part` tells this document's calls from every other document's.
 */
export function startHook(page: EventTarget, channel: SightingChannel, part: string): Hook {
  const state: HookState = { running: [], sdks: [], calls: 0, firing: null, active: true };
  const watch = watchSdks(page, reportCalls(state, channel, part));

  const hear = (event: Event): void => {
    if (!state.active) return;
    const call = state.running[state.running.length - 1];
    if (call) call.emitted = true;
    const callId = call?.id ?? null;
    const { text, cuts } = snapshot(readDetail(event));
    channel.report(`{"type":"emitted","callId":${quote(callId)},"at":${now()},"event":${text},"cuts":${cuts}}`);
    if (callId === null) watch.lookAgain();
  };
  // Captured at the window: `TelemetryEvent` is raised on the document, players raise `telemetryEvent` on themselves.
  listen(page, 'TelemetryEvent', hear, true);
  listen(page, 'telemetryEvent', hear, true);
  listen(page, 'DOMContentLoaded', () => watch.lookAgain(), true);
  listen(page, 'load', () => watch.lookAgain(), true);

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

function reportCalls(state: HookState, channel: SightingChannel, part: string): CallReporter {
  const { running } = state;
  return {
    called(sdk, method, args) {
      if (!state.active || isWrapped(running, method)) return null;
      state.calls += 1;
      const id = `${part}.${state.calls}`;
      const firedBy = state.firing?.method === method ? state.firing.requestId : null;
      state.firing = null;
      const { text, cuts } = snapshot(args);
      channel.report(
        `{"type":"called","callId":${quote(id)},"at":${now()},"method":${quote(method)},"sdk":${indexOf(state.sdks, sdk)},"firedBy":${quote(firedBy)},"args":${text},"cuts":${cuts}}`,
      );
      running[running.length] = { id, method, emitted: false };
      return id;
    },
    returned(callId) {
      leave(running, callId);
      channel.report(`{"type":"returned","callId":${quote(callId)},"at":${now()}}`);
    },
    threw(callId, error) {
      leave(running, callId);
      channel.report(
        `{"type":"threw","callId":${quote(callId)},"at":${now()},"message":${snapshot(messageOf(error)).text}}`,
      );
    },
    found(sdk, global, generation) {
      if (!note(state.sdks, sdk, global)) return;
      const sdkIndex = indexOf(state.sdks, sdk);
      channel.report(
        `{"type":"sdk","sdk":${sdkIndex},"global":${quote(state.sdks[sdkIndex]?.global)},"generation":"${generation}","at":${now()}}`,
      );
    },
  };
}

function fire(order: FireOrder, state: HookState, channel: SightingChannel): void {
  const sdk = state.sdks[0]?.sdk;
  const method = sdk === undefined ? null : methodOf(sdk, order.method);
  if (sdk === undefined || method === null) {
    channel.report(`{"type":"not-fired","requestId":${quote(order.requestId)},"at":${now()}}`);
    return;
  }
  state.firing = order;
  try {
    const result = apply(method, sdk, order.args as unknown[]);
    // 2.x `start` is asynchronous; its failure belongs to the call, not to the page's unhandled rejections.
    if (result instanceof Promise) apply(Promise.prototype.catch, result, [() => undefined]);
  } catch {
    // The call has been reported as one that threw.
  } finally {
    state.firing = null;
  }
}

/** A wrapper that calls the SDK beneath it by the same name is one call of the page, not two. */
function isWrapped(running: readonly RunningCall[], method: string): boolean {
  for (let index = 0; index < running.length; index += 1) {
    const call = running[index];
    if (call?.method === method && !call.emitted) return true;
  }
  return false;
}

/** Takes the call, and whatever was left above it, off the running calls. */
function leave(running: RunningCall[], callId: string): void {
  for (let index = running.length - 1; index >= 0; index -= 1) {
    if (running[index]?.id === callId) {
      running.length = index;
      return;
    }
  }
}

/** Notes an SDK under its best known name; says whether that is news. */
function note(sdks: FoundSdk[], sdk: object, global: string): boolean {
  for (let index = 0; index < sdks.length; index += 1) {
    const known = sdks[index];
    if (known?.sdk !== sdk) continue;
    if (rank(known.global) <= rank(global)) return false;
    known.global = global;
    return true;
  }
  sdks[sdks.length] = { sdk, global };
  return true;
}

function rank(global: string): number {
  for (let index = 0; index < SDK_GLOBALS.length; index += 1) {
    if (SDK_GLOBALS[index] === global) return index;
  }
  return SDK_GLOBALS.length;
}

function indexOf(sdks: readonly FoundSdk[], sdk: object): number {
  for (let index = 0; index < sdks.length; index += 1) {
    if (sdks[index]?.sdk === sdk) return index;
  }
  return -1;
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : `${error}`;
  } catch {
    return 'an error that cannot be read';
  }
}
