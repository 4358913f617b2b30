import { apply, defineProperty, getOwnPropertyDescriptor, PageProxy } from './builtins';
import type { Method } from './sdk';

/**
 * Puts a proxy in the place of a function, with the same attributes. A proxy keeps `name`, `length` and every own
 * property; only `toString` is answered for the original. Leaves alone what may not be replaced.
 */
export function wrapFunction(
  holder: object,
  name: string,
  around: (original: Method, self: unknown, args: unknown[]) => unknown,
): void {
  const property = getOwnPropertyDescriptor(holder, name);
  const original: unknown = property?.value;
  if (typeof original !== 'function' || !property?.configurable) return;
  const value = standIn(original as Method, { apply: (target, self, args) => around(target, self, args) });
  defineProperty(holder, name, { ...property, value });
}

/** A proxy of a function that shows the function's own source, as the page knows it. */
export function standIn<Original extends object>(original: Original, traps: ProxyHandler<Original>): Original {
  return new PageProxy(original, {
    ...traps,
    get(target, key) {
      const value: unknown = (target as Record<string | symbol, unknown>)[key];
      return key === 'toString' && typeof value === 'function' ? () => apply(value as Method, target, []) : value;
    },
  });
}
