import { apply, getPrototypeOf, hasOwn, ignoreErrors, PagePromise, promiseThen } from '#page/builtins';
import type { Method } from './sdk';

/**
 * Returns the `then` of a promise of any class, or `null` if the value isn't a promise.
 * Call once per value, because `then` may be a getter. Native promises always get the native `then`, because that of
 * zone.js returns a promise of another class.
 */
export function getThen(value: unknown): Method | null {
  return ignoreErrors(() => {
    const then: unknown =
      value instanceof PagePromise ? promiseThen : (value as PromiseLike<unknown> | null | undefined)?.then;
    return typeof then === 'function' ? (then as Method) : null;
  });
}

/**
 * Observes how a promise ends.
 * Returns the promise for the page: a derived one of the same class, so that its rejection stays unhandled.
 * Returns the promise itself if its `then` returns another class, or is its own property. A jqXHR has such a `then`,
 * and methods that a derived promise lacks.
 */
export function observe(
  promise: unknown,
  then: Method,
  onFulfilled: (value: unknown) => void,
  onRejected: (error: unknown) => void,
): unknown {
  let isPassedOn = true;
  const next = ignoreErrors(() =>
    apply(then, promise, [
      (value: unknown) => {
        ignoreErrors(() => onFulfilled(value));
        return value;
      },
      (error: unknown) => {
        ignoreErrors(() => onRejected(error));
        if (isPassedOn) throw error;
      },
    ]),
  );
  isPassedOn =
    ignoreErrors(
      () => getPrototypeOf(next as object) === getPrototypeOf(promise as object) && !hasOwn(promise as object, 'then'),
    ) ?? false;
  return isPassedOn ? next : promise;
}

/** Marks a value that may be a promise as handled, so that its rejection is not reported as unhandled. */
export function ignoreRejection(value: unknown): void {
  const then = getThen(value);
  if (then) ignoreErrors(() => apply(then, value, [undefined, () => undefined]));
}
