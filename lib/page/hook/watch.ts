import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  ignoreErrors,
  PageWeakMap,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import { isSdkOfThisRealm, type Method, methodOf, SDK_METHODS } from './sdk';
import { createTransparentProxy } from './wrap';

/**
 * Reports the stages of a call.
 * All of it runs inside the page's call, so it must be quick and must not throw.
 */
export interface CallReporter {
  /**
   * Before the SDK runs; the arguments are still as the page gave them.
   * Returns the call ID, or `null` to ignore the call.
   */
  called(sdk: object, method: string, args: readonly unknown[]): string | null;
  /** Returns the value that the page receives as the result. */
  returned(callId: string, result: unknown): unknown;
  threw(callId: string, error: unknown): void;
  /** A page's object turned out to be a telemetry SDK, or was found under a better known name. */
  found(sdk: object, rank: number): void;
}

export interface SdkWatch {
  /** Wraps the current values of the SDKs' names: for SDKs that were defined past our accessors. */
  rescan(): void;
}

/**
 * Watches the SDKs of a page.
 * An accessor under each global name sees the SDK arrive, whenever that is; its methods are wrapped in place, so that
 * every reference that the page holds or hands on is the watched one.
 */
export function watchSdks(page: object, reporter: CallReporter): SdkWatch {
  const wrapped = new PageWeakMap<object, true>();
  const adopt = (value: object, rank: number): void => {
    try {
      if (!isSdkOfThisRealm(value)) return;
      reporter.found(value, rank);
      if (weakMapGet(wrapped, value)) return;
      weakMapSet(wrapped, value, true);
      for (let index = 0; index < SDK_METHODS.length; index += 1) {
        wrapMethod(value, SDK_METHODS[index] as string, reporter);
      }
    } catch {
      // A non-object, frozen or hostile value stays unwrapped; its events are still observed.
    }
  };
  const eachGlobal = (look: (name: string, rank: number) => void): void => {
    for (let rank = 0; rank < SDK_GLOBALS.length; rank += 1) look(SDK_GLOBALS[rank] as string, rank);
  };
  eachGlobal((name, rank) => awaitGlobal(page, name, (value) => adopt(value as object, rank)));
  return {
    rescan: () =>
      // Our accessor adopts assigned SDKs; the page's accessors are not run. Neither has a value here.
      eachGlobal((name, rank) => adopt(getOwnPropertyDescriptor(page, name)?.value as object, rank)),
  };
}

function awaitGlobal(page: object, name: string, adopt: (value: unknown) => void): void {
  const present = getOwnPropertyDescriptor(page, name);
  if (present) {
    adopt(present.value);
    if (!present.configurable || present.get || present.set) return;
  }
  let current: unknown = present?.value;
  const define = (enumerable: boolean): void => {
    defineProperty(page, name, {
      configurable: true,
      enumerable,
      get: () => current,
      set: (next: unknown) => {
        current = next;
        // The property becomes enumerable, as after a plain assignment.
        if (!enumerable) define(true);
        adopt(next);
      },
    });
  };
  define(present !== undefined);
}

function wrapMethod(sdk: object, name: string, reporter: CallReporter): void {
  const original = methodOf(sdk, name);
  if (original === null) return;
  defineProperty(sdk, name, {
    configurable: true,
    writable: true,
    ...getOwnPropertyDescriptor(sdk, name),
    value: watched(original, sdk, name, reporter),
  });
}

function watched(original: Method, sdk: object, name: string, reporter: CallReporter): Method {
  return createTransparentProxy(original, {
    apply(target, self, args) {
      const callId = ignoreErrors(() => reporter.called(sdk, name, args));
      if (callId === null) return apply(target, self, args);
      let result: unknown;
      try {
        result = apply(target, self, args);
      } catch (error) {
        ignoreErrors(() => reporter.threw(callId, error));
        throw error;
      }
      return reporter.returned(callId, result);
    },
  });
}
