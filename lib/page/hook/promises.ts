import { apply, getPrototypeOf, ignoreErrors, PagePromise, promiseThen } from '#page/builtins';
import type { Method } from './sdk';

/**
 * Returns the `then` of a promise of any class, such as those of zone.js.
 * Or `null` if the value has none. Read it once: it may be a getter. Of the browser's own promises it is the browser's
 * own, whatever the page has put in its place: that of zone.js returns a promise of another class.
 */
export function getThen(value: unknown): Method | null {
  return ignoreErrors(() => {
    const then: unknown =
      value instanceof PagePromise ? promiseThen : (value as PromiseLike<unknown> | null | undefined)?.then;
    return typeof then === 'function' ? (then as Method) : null;
  });
}

/**
 * Reports how a promise ends.
 * Returns what the page gets instead: a promise of the same class, whose rejection is still unhandled; or the promise
 * itself where its `then` does not return such a one.
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
  isPassedOn = ignoreErrors(() => getPrototypeOf(next as object) === getPrototypeOf(promise as object)) ?? false;
  return isPassedOn ? next : promise;
}

/** Marks what may be a promise as handled, so that its rejection is not reported as unhandled. */
export function ignoreRejection(value: unknown): void {
  const then = getThen(value);
  if (then) ignoreErrors(() => apply(then, value, [undefined, () => undefined]));
}
