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
 * Replaces a function with a proxy, preserving the attributes of the property.
 * A proxy has the same `name`, `length` and own properties. Does nothing if the property is not configurable.
 */
export function wrapFunction<Self>(
  holder: object,
  name: string,
  intercept: (original: Method, self: Self, args: unknown[]) => unknown,
): void {
  const property = getOwnPropertyDescriptor(holder, name);
  const original: unknown = property?.value;
  if (typeof original !== 'function' || !property?.configurable) return;
  defineProperty(holder, name, { value: createTransparentProxy(original as Method, { apply: intercept }) });
}

/** Wraps a constructor of the page. Calls back with each created object and its arguments. */
export function wrapConstructor(
  page: object,
  name: string,
  onCreated: (created: object, args: readonly unknown[]) => void,
): void {
  const original: unknown = (page as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const watchedConstructor: object = createTransparentProxy(original, {
    construct(target, args, newTarget) {
      const created = construct(
        target as Method & (new () => object),
        args,
        newTarget === watchedConstructor ? target : newTarget,
      ) as object;
      ignoreErrors(() => onCreated(created, args));
      return created;
    },
  });
  defineProperty(page, name, { value: watchedConstructor });
  defineProperty(original.prototype, 'constructor', { value: watchedConstructor });
}

/**
 * Creates a proxy of a function.
 * {@link preserveSources} makes `toString` return the function's source for it.
 */
export function createTransparentProxy<Original extends object>(
  original: Original,
  traps: ProxyHandler<Original>,
): Original {
  const proxy = new PageProxy(original, withoutPrototype(traps));
  weakMapSet(originals, proxy, original);
  return proxy;
}

/** Makes `Function.prototype.toString` return the original source for wrapped functions and itself. */
export function preserveSources(page: typeof globalThis): void {
  wrapFunction(page.Function.prototype, 'toString', (original, self, args) =>
    apply(original, weakMapGet(originals, self as object) ?? self, args),
  );
}
