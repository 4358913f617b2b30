/**
 * The built-ins that the hook uses, taken before the page's first script runs.
 * Pages replace `JSON.stringify`, `CustomEvent` or `Array.prototype` methods; what they put there must never run for us,
 * and ours must never depend on it.
 */
export const {
  apply,
  construct,
  getPrototypeOf,
  setPrototypeOf,
  /** Only own properties of its result may be read; {@link getOwnPropertyDescriptor} takes ten times as long. */
  getOwnPropertyDescriptor: describe,
} = Reflect;
const { defineProperty: define } = Reflect;
export const { isArray } = Array;
export const { hasOwn, prototype: ObjectPrototype } = Object;
export const { stringify: quote, parse: parseJson } = JSON;
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
const detailOf = describe(CustomEvent.prototype, 'detail')?.get as () => unknown;
const targetOf = describe(Event.prototype, 'target')?.get as () => EventTarget;
const { includes, substring, toLowerCase } = String.prototype;
const { get: headerOf } = Headers.prototype;
const PageHeaders = Headers;
export const { prototype: ArrayPrototype } = Array;
const { get: weakGet, set: weakSet } = WeakMap.prototype;
const pageMicrotask = queueMicrotask;
const pageTimeout = setTimeout;

/**
 * Takes the prototype off an object of ours.
 * Built-ins read options, descriptors and traps by name, and libraries put such names (`get`, `value`) on all objects.
 */
export function withoutPrototype<Literal extends object>(literal: Literal): Literal {
  setPrototypeOf(literal, null);
  return literal;
}

/** Like that of `Reflect`, whatever the page has put on all objects. */
export function defineProperty(holder: object, name: PropertyKey, property: PropertyDescriptor): boolean {
  return define(holder, name, withoutPrototype(property));
}

/** The own property, with no more than its own attributes. */
export function getOwnPropertyDescriptor(holder: object, name: PropertyKey): PropertyDescriptor | undefined {
  const property = describe(holder, name);
  return property && withoutPrototype(property);
}

/** The date as JSON writes it, or `null` where the value is no Date; throws where it is an invalid one. */
export function isoDate(value: object): string | null {
  return value instanceof PageDate ? apply(toISOString, value, []) : null;
}

/** Returns `null` where it throws: what the extension does in a page must never become the page's exception. */
export function ignoreErrors<Value>(run: () => Value): Value | null {
  try {
    return run();
  } catch {
    return null;
  }
}

/**
 * Listens before anything that the page listens with further in.
 * Returns a function that adds the same listener again, where the page has removed all.
 */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  const parameters = [type, (event: Event): void => void ignoreErrors(() => listener(event)), true];
  const add = (): void => apply(addEventListener, target, parameters);
  add();
  return add;
}

/** Listens once, after everything that listens by now, in the phases of capture and target. */
export function listenLast(target: EventTarget, type: string, listener: () => void): void {
  const once = withoutPrototype({ once: true });
  apply(addEventListener, target, [type, () => void ignoreErrors(listener), once]);
}

/** Dispatches a CustomEvent and returns false if a listener cancelled it. */
export function dispatchDetail(target: EventTarget, type: string, detail: unknown, cancelable = false): boolean {
  return apply(dispatchEvent, target, [new PageCustomEvent(type, withoutPrototype({ detail, cancelable }))]);
}

/** The event's own detail, past anything that a page put in its way. */
export function readDetail(event: Event): unknown {
  return apply(detailOf, event, []);
}

/** Returns the target of an event, as listeners of the window see it. */
export function readTarget(event: Event): EventTarget {
  return apply(targetOf, event, []);
}

const standing: (() => void)[] = [];

/** Like {@link listen}, until the document goes: {@link resubscribe} adds the listener again. */
export function listenForGood(target: EventTarget, type: string, listener: (event: Event) => void): void {
  standing[standing.length] = listen(target, type, listener);
}

/** Adds all persistent listeners that a page has removed. */
export function resubscribe(): void {
  for (let index = 0; index < standing.length; index += 1) standing[index]?.();
}

export function cancelEvent(event: Event): void {
  apply(preventDefault, event, []);
}

/** When the script that runs now is done, before the page can do anything else. */
export function scheduleMicrotask(call: () => void): void {
  apply(pageMicrotask, undefined, [call]);
}

/** In a task after the one that runs now. */
export function scheduleTask(call: () => void): void {
  apply(pageTimeout, undefined, [call]);
}

/** Returns the first units of a text; an empty text for a negative length. */
export function truncate(text: string, length: number): string {
  return apply(substring, text, [0, length]);
}

export function textIncludes(text: string, part: string): boolean {
  return apply(includes, text, [part]);
}

export function textToLowerCase(text: string): string {
  return apply(toLowerCase, text, []);
}

/** The value of a header, of whatever `fetch` takes for headers; throws where `fetch` would. */
export function readHeader(headers: HeadersInit | undefined, name: string): string | null {
  return apply(headerOf, new PageHeaders(headers), [name]);
}

export function weakMapGet<Value>(map: WeakMap<object, Value>, key: object): Value | undefined {
  return apply(weakGet, map, [key]);
}

export function weakMapSet<Value>(map: WeakMap<object, Value>, key: object, value: Value): void {
  apply(weakSet, map, [key, value]);
}
