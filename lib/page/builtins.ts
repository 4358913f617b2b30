/**
 * The built-ins that the hook uses, stored before the page's first script runs.
 * Pages replace `JSON.stringify`, `CustomEvent` or methods of `Array.prototype`. The hook must neither run nor depend
 * on these replacements.
 */
export const {
  apply,
  construct,
  getPrototypeOf,
  setPrototypeOf,
  /**
   * Faster than {@link getOwnPropertyDescriptor}, but its descriptors inherit from `Object.prototype`.
   * Read only their own properties.
   */
  getOwnPropertyDescriptor: readDescriptor,
} = Reflect;
const { defineProperty: define } = Reflect;
export const { isArray } = Array;
export const { hasOwn, prototype: ObjectPrototype } = Object;
export const { stringify: stringifyJson, parse: parseJson } = JSON;
export const { now } = Date;
export const { isFinite: isFiniteNumber } = Number;
export const PageProxy = Proxy;
export const PageWeakMap = WeakMap;
export const PageBytes = Uint8Array;
export const PageBlob = Blob;
export const PageFunction = Function;
export const PagePromise = Promise;
export const { then: promiseThen } = Promise.prototype;
const PageCustomEvent = CustomEvent;

const PageDate = Date;
const { toISOString } = Date.prototype;
const { addEventListener, dispatchEvent } = EventTarget.prototype;
const { preventDefault } = Event.prototype;
const detailOf = readDescriptor(CustomEvent.prototype, 'detail')?.get as () => unknown;
const targetOf = readDescriptor(Event.prototype, 'target')?.get as () => EventTarget;
const { includes, substring, toLowerCase } = String.prototype;
const { get: headerOf } = Headers.prototype;
const PageHeaders = Headers;
export const { prototype: ArrayPrototype } = Array;
const { get: weakGet, set: weakSet } = WeakMap.prototype;
const pageMicrotask = queueMicrotask;
const pageTimeout = setTimeout;

/**
 * Removes the prototype of an object that is passed to a built-in.
 * Built-ins read options, descriptors and traps by name, and libraries add such names (`get`, `value`) to
 * `Object.prototype`.
 */
export function withoutPrototype<Literal extends object>(literal: Literal): Literal {
  setPrototypeOf(literal, null);
  return literal;
}

/** Like `Reflect.defineProperty`, but safe against pages that extend `Object.prototype`. */
export function defineProperty(holder: object, name: PropertyKey, property: PropertyDescriptor): boolean {
  return define(holder, name, withoutPrototype(property));
}

/** Like `Reflect.getOwnPropertyDescriptor`, but returns a descriptor without a prototype. */
export function getOwnPropertyDescriptor(holder: object, name: PropertyKey): PropertyDescriptor | undefined {
  const property = readDescriptor(holder, name);
  return property && withoutPrototype(property);
}

/** Returns the ISO 8601 text of a `Date`, or `null` for any other value. Throws for an invalid `Date`. */
export function isoDate(value: object): string | null {
  return value instanceof PageDate ? apply(toISOString, value, []) : null;
}

/**
 * Calls a function, and returns `null` if it throws.
 * The page must never get exceptions of the extension.
 */
export function ignoreErrors<Value>(run: () => Value): Value | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/** Calls a function of the page. If it throws, calls back with the error and rethrows it. */
export function applyOrReport(
  run: (...args: unknown[]) => unknown,
  self: unknown,
  args: readonly unknown[],
  onThrown: (error: unknown) => void,
): unknown {
  try {
    return apply(run, self, args);
  } catch (error) {
    ignoreErrors(() => onThrown(error));
    throw error;
  }
}

/**
 * Adds a capture listener, which runs before listeners on descendants of the target.
 * Returns a function that adds the same listener again, in case the page has removed it.
 */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  const parameters = [type, (event: Event): void => void ignoreErrors(() => listener(event)), true];
  const add = (): void => apply(addEventListener, target, parameters);
  add();
  return add;
}

/** Adds a listener for one event. It runs after all existing listeners of the target. */
export function listenAfterOthers(target: EventTarget, type: string, listener: () => void): void {
  const options = withoutPrototype({ once: true });
  apply(addEventListener, target, [type, () => void ignoreErrors(listener), options]);
}

/** Dispatches a CustomEvent and returns false if a listener cancelled it. */
export function dispatchDetail(target: EventTarget, type: string, detail: unknown, cancelable = false): boolean {
  return apply(dispatchEvent, target, [new PageCustomEvent(type, withoutPrototype({ detail, cancelable }))]);
}

/** Returns the `detail` of an event, even if the page has overridden the getter. */
export function readDetail(event: Event): unknown {
  return apply(detailOf, event, []);
}

/** Returns the target of an event, as listeners of the window see it (retargeted for shadow trees). */
export function readTarget(event: Event): EventTarget {
  return apply(targetOf, event, []);
}

/** Functions that add the permanent listeners again. */
const permanentListeners: (() => void)[] = [];

/** Like {@link listen}, but {@link resubscribe} adds the listener again after the page has removed it. */
export function listenPermanently(target: EventTarget, type: string, listener: (event: Event) => void): void {
  permanentListeners[permanentListeners.length] = listen(target, type, listener);
}

/** Adds all permanent listeners again, in case the page has removed them. */
export function resubscribe(): void {
  for (let index = 0; index < permanentListeners.length; index += 1) permanentListeners[index]?.();
}

export function cancelEvent(event: Event): void {
  apply(preventDefault, event, []);
}

/** Runs a callback when the current script ends, before other scripts of the page. */
export function scheduleMicrotask(callback: () => void): void {
  apply(pageMicrotask, undefined, [callback]);
}

/** Runs a callback in a later task. */
export function scheduleTask(callback: () => void): void {
  apply(pageTimeout, undefined, [callback]);
}

/** Returns the first UTF-16 units of a string. Returns an empty string for a negative length. */
export function truncate(text: string, length: number): string {
  return apply(substring, text, [0, length]);
}

export function textIncludes(text: string, part: string): boolean {
  return apply(includes, text, [part]);
}

export function textToLowerCase(text: string): string {
  return apply(toLowerCase, text, []);
}

/**
 * Returns the value of a header, from any form of headers that `fetch` accepts.
 * Throws if `fetch` would throw.
 */
export function readHeader(headers: HeadersInit | undefined, name: string): string | null {
  return apply(headerOf, new PageHeaders(headers), [name]);
}

export function weakMapGet<Value>(map: WeakMap<object, Value>, key: object): Value | undefined {
  return apply(weakGet, map, [key]);
}

export function weakMapSet<Value>(map: WeakMap<object, Value>, key: object, value: Value): void {
  apply(weakSet, map, [key, value]);
}
