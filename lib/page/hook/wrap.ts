import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  ignoreErrors,
  PageProxy,
  PageWeakMap,
  weakMapGet,
  weakMapSet,
  withoutPrototype,
} from '#page/builtins';
import type { Method } from './sdk';

const originals = new PageWeakMap<object, object>();

/**
 * Puts a proxy in the place of a function, with the same attributes.
 * A proxy keeps `name`, `length` and every own property. Leaves alone what may not be replaced.
 */
export function wrapFunction(
  holder: object,
  name: string,
  around: (original: Method, self: unknown, args: unknown[]) => unknown,
): void {
  const property = getOwnPropertyDescriptor(holder, name);
  const original: unknown = property?.value;
  if (typeof original !== 'function' || !property?.configurable) return;
  defineProperty(holder, name, { value: createTransparentProxy(original as Method, { apply: around }) });
}

/** Calls back with each object that a constructor of the page has made, and with its arguments. */
export function wrapConstructor(
  page: object,
  name: string,
  onCreated: (created: object, args: readonly unknown[]) => void,
): void {
  const original: unknown = (page as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const watched: object = createTransparentProxy(original, {
    construct(target, args, newTarget) {
      const created = construct(
        target as Method & (new () => object),
        args,
        newTarget === watched ? target : newTarget,
      ) as object;
      ignoreErrors(() => onCreated(created, args));
      return created;
    },
  });
  defineProperty(page, name, { value: watched });
  defineProperty(original.prototype, 'constructor', { value: watched });
}

/** A proxy of a function; {@link preserveSources} shows the function's own source for it. */
export function createTransparentProxy<Original extends object>(
  original: Original,
  traps: ProxyHandler<Original>,
): Original {
  const proxy = new PageProxy(original, withoutPrototype(traps));
  weakMapSet(originals, proxy, original);
  return proxy;
}

/** Has `Function.prototype.toString` return the source for a wrapped function, and for itself, as if nothing were wrapped. */
export function preserveSources(page: typeof globalThis): void {
  wrapFunction(page.Function.prototype, 'toString', (original, self, args) =>
    apply(original, weakMapGet(originals, self as object) ?? self, args),
  );
}
