/**
 * The built-ins that the hook uses, taken before the page's first script runs.
 * Pages replace `JSON.stringify`, `CustomEvent` or `Array.prototype` methods; what they put there must never run for us,
 * and ours must never depend on it.
 */
export const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
export const { isArray } = Array;
export const { keys: keysOf, prototype: ObjectPrototype } = Object;
export const { stringify: quote, parse: parseJson } = JSON;
export const { now } = Date;
export const { min } = Math;
export const { isFinite: isFiniteNumber } = Number;
export const PageProxy = Proxy;
export const PageWeakMap = WeakMap;
export const PagePromise = Promise;
const { then: promiseThen } = Promise.prototype;
export const PageCustomEvent = CustomEvent;

const PageDate = Date;
const { toISOString } = Date.prototype;
const { addEventListener, dispatchEvent } = EventTarget.prototype;
const detailOf = getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => unknown;
const { includes, substring, toLowerCase } = String.prototype;
const { get: headerOf } = Headers.prototype;
const PageHeaders = Headers;
const { indexOf, join } = Array.prototype;
const { get: weakGet, set: weakSet } = WeakMap.prototype;
const pageMicrotask = queueMicrotask;

/** The date as JSON writes it, or `null` where the value is no Date; throws where it is an invalid one. */
export function isoDate(value: object): string | null {
  return value instanceof PageDate ? apply(toISOString, value, []) : null;
}

/** Capturing: before anything that the page listens with further in. */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
  apply(addEventListener, target, [type, listener, true]);
}

/** Dispatches a CustomEvent and says whether nobody cancelled it. */
export function send(target: EventTarget, type: string, detail: unknown, cancelable = false): boolean {
  return apply(dispatchEvent, target, [new PageCustomEvent(type, { detail, cancelable })]);
}

/** The event's own detail, past anything that a page put in its way. */
export function readDetail(event: Event): unknown {
  return apply(detailOf, event, []);
}

/** When the script that runs now is done, before the page can do anything else. */
export function soon(call: () => void): void {
  apply(pageMicrotask, undefined, [call]);
}

/** The first so many units of a text; none where that is less than nothing. */
export function shorten(text: string, length: number): string {
  return apply(substring, text, [0, length]);
}

export function has(text: string, part: string): boolean {
  return apply(includes, text, [part]);
}

export function inLowerCase(text: string): string {
  return apply(toLowerCase, text, []);
}

/** The value of a header, of whatever `fetch` takes for headers; throws where `fetch` would. */
export function readHeader(headers: HeadersInit, name: string): string | null {
  return apply(headerOf, new PageHeaders(headers), [name]);
}

export function remembered<Value>(map: WeakMap<object, Value>, key: object): Value | undefined {
  return apply(weakGet, map, [key]);
}

export function remember<Value>(map: WeakMap<object, Value>, key: object, value: Value): void {
  apply(weakSet, map, [key, value]);
}

/** A text of its own, where `+` makes one that points to its parts: JSON is written twice as fast of those that do not. */
export function joined(...parts: readonly unknown[]): string {
  return apply(join, parts, ['']);
}

export function placeOf(list: readonly unknown[], item: unknown): number {
  return apply(indexOf, list, [item]);
}

/** A promise of its own, so that a rejection that nobody handles is still the page's to hear of. */
export function overhear(
  promise: Promise<unknown>,
  done: (value: unknown) => void,
  failed: (error: unknown) => void,
): Promise<unknown> {
  return apply(promiseThen, promise, [
    (value: unknown) => {
      done(value);
      return value;
    },
    (error: unknown) => {
      failed(error);
      throw error;
    },
  ]) as Promise<unknown>;
}

/** The same failure is nobody's. */
export function ignoreRejection(promise: Promise<unknown>): void {
  apply(promiseThen, promise, [undefined, () => undefined]);
}
