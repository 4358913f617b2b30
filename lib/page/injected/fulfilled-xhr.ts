import { apply, defineProperty, getOwnPropertyDescriptor, PageBlob, parseJson, withoutPrototype } from '#page/builtins';

const { dispatchEvent } = EventTarget.prototype;
const { deleteProperty } = Reflect;
const PageEvent = Event;
const PageProgressEvent = ProgressEvent;
const PageChannel = MessageChannel;
const encoder = new TextEncoder();
const { encode } = TextEncoder.prototype;
const HEADERS = 'content-type: application/json\r\n';

/** Own properties of a fulfilled XMLHttpRequest, which shadow the browser's accessors. */
const SHADOWED_PROPERTIES = [
  'readyState',
  'response',
  'responseText',
  'responseURL',
  'status',
  'statusText',
  'getAllResponseHeaders',
  'getResponseHeader',
] as const;

interface FulfilledRequest {
  readonly url: string;
  readonly isAsync: boolean;
  /** Whether the page has neither aborted the request nor opened another one with the same object. */
  readonly isCurrent: () => boolean;
  /** Whether the page has not opened another request with the same object. */
  readonly isOpened: () => boolean;
}

/**
 * Completes an opened XMLHttpRequest without sending it.
 * The object passes through all states and events, and gets status 200 and a text.
 */
export function fulfillXhr(xhr: XMLHttpRequest, text: string, fulfilled: FulfilledRequest): void {
  const { url, isAsync, isCurrent, isOpened } = fulfilled;
  const end = (): void => {
    if (!isCurrent()) return;
    define(xhr, 'status', 200);
    define(xhr, 'statusText', 'OK');
    define(xhr, 'responseURL', url);
    define(xhr, 'getAllResponseHeaders', () => HEADERS);
    define(xhr, 'getResponseHeader', (name: unknown) =>
      `${name}`.toLowerCase() === 'content-type' ? 'application/json' : null,
    );
    define(xhr, 'response', responseOf(xhr.responseType, text));
    if (xhr.responseType === '' || xhr.responseType === 'text') define(xhr, 'responseText', text);
    const progress = withoutPrototype({ lengthComputable: true, loaded: text.length, total: text.length });
    for (const state of isAsync ? [2, 3, 4] : [4]) {
      define(xhr, 'readyState', state);
      dispatch(xhr, new PageEvent('readystatechange'));
      // A listener may have aborted the request, or opened another one that gets no events of this request.
      if (isCurrent() && state === 3) dispatch(xhr, new PageProgressEvent('progress', progress));
      if (!isCurrent()) return;
    }
    for (const type of ['load', 'loadend']) {
      dispatch(xhr, new PageProgressEvent(type, progress));
      // `loadend` follows `load` also if a listener aborts the completed request.
      if (type === 'load' ? !isOpened() : !isCurrent()) return;
    }
  };
  if (!isAsync) {
    end();
    return;
  }
  dispatch(xhr, new PageProgressEvent('loadstart'));
  scheduleResponse(end);
}

/** Removes the fulfilled response of a request that was reopened, and dispatches the state change. */
export function forgetFulfillment(xhr: XMLHttpRequest): void {
  if (!getOwnPropertyDescriptor(xhr, 'readyState')) return;
  removeResponse(xhr);
  // The browser dispatched no event, because the request was still open for it.
  dispatch(xhr, new PageEvent('readystatechange'));
}

/** Aborts a sent request in the order of the specification (XHR, `abort()`). The object then has no response. */
export function abortFulfillment(xhr: XMLHttpRequest): void {
  const isDone = xhr.readyState === 4;
  removeResponse(xhr);
  if (!isDone) {
    define(xhr, 'readyState', 4);
    dispatch(xhr, new PageEvent('readystatechange'));
    for (const type of ['abort', 'loadend']) dispatch(xhr, new PageProgressEvent(type));
  }
  // A listener may have opened another request, which removes the state.
  if (isDone || getOwnPropertyDescriptor(xhr, 'readyState')) define(xhr, 'readyState', 0);
}

function removeResponse(xhr: XMLHttpRequest): void {
  for (const name of SHADOWED_PROPERTIES) if (getOwnPropertyDescriptor(xhr, name)) deleteProperty(xhr, name);
}

/**
 * Runs a callback in a separate task, like a response.
 * Uses no timer, because a test may have stopped timers.
 */
function scheduleResponse(run: () => void): void {
  const { port1, port2 } = new PageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

function define(xhr: XMLHttpRequest, name: (typeof SHADOWED_PROPERTIES)[number], value: unknown): void {
  defineProperty(xhr, name, { value, configurable: true });
}

function dispatch(xhr: XMLHttpRequest, event: Event): void {
  apply(dispatchEvent, xhr, [event]);
}

function responseOf(type: XMLHttpRequestResponseType, text: string): unknown {
  if (type === 'json') return parseJson(text);
  if (type === 'arraybuffer') return apply(encode, encoder, [text]).buffer;
  return type === 'blob' ? new PageBlob([text], withoutPrototype({ type: 'application/json' })) : text;
}
