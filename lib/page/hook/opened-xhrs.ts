import { apply, ignoreErrors, PageWeakMap, textToLowerCase, weakMapGet, weakMapSet } from '#page/builtins';
import { ENCODING_HEADER } from './bodies';
import { wrapFunction } from './wrap';

/** The last `open` call of an XMLHttpRequest. */
export interface OpenedXhr {
  readonly method: string;
  readonly url: unknown;
  readonly isAsync: boolean;
  contentEncoding: string | null;
  /**
   * Reports the end of the request that was sent after this call.
   * A page may open the object again before a listener of the hook has run, or while the request is open.
   */
  report?: () => void;
}

/** Tracks the last `open` call of each XMLHttpRequest. */
export function watchOpenedXhrs(prototype: XMLHttpRequest): WeakMap<object, OpenedXhr> {
  const opened = new PageWeakMap<object, OpenedXhr>();
  wrapFunction(prototype, 'open', (original, self, args) => {
    ignoreErrors(() => {
      weakMapGet(opened, self as object)?.report?.();
      weakMapSet(opened, self as object, {
        method: `${args[0]}`,
        url: args[1],
        isAsync: args.length < 3 || !!args[2],
        contentEncoding: null,
      });
    });
    return apply(original, self, args);
  });
  wrapFunction(prototype, 'setRequestHeader', (original, self, args) => {
    ignoreErrors(() => {
      const request = weakMapGet(opened, self as object);
      if (request && textToLowerCase(`${args[0]}`) === ENCODING_HEADER) request.contentEncoding = `${args[1]}`;
    });
    return apply(original, self, args);
  });
  return opened;
}
