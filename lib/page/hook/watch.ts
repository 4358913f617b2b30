import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import {
  apply,
  applyOrReport,
  defineProperty,
  getOwnPropertyDescriptor,
  ignoreErrors,
  PageWeakMap,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import type { RunningCall } from './report-buffer';
import { isSdkOfThisRealm, type Method, methodOf, SDK_METHODS } from './sdk';
import { createTransparentProxy } from './wrap';

/**
 * Reports the stages of a call.
 * The functions run inside the page's call, so they must be fast and must not throw.
 */
export interface CallReporter {
  /** The calls that are running now, the innermost last. */
  readonly running: RunningCall[];
  /**
   * Called before the SDK runs, with the unchanged arguments of the page.
   * Returns the call ID, or `null` to ignore the call.
   */
  called(sdk: object, method: string, args: readonly unknown[]): string | null;
  /** Called with the result of the SDK. Returns the result for the page. */
  returned(callId: string, result: unknown): unknown;
  threw(callId: string, error: unknown): void;
  /** Called when an SDK is found, or found again under a better known name. */
  found(sdk: object, rank: number): void;
}

export interface SdkWatch {
  /**
   * Wraps the current values of the SDKs' global names.
   * A page can define an SDK without calling the accessors.
   */
  rescan(): void;
}

/**
 * Observes the SDKs of a page.
 * An accessor for each global name detects the assignment of an SDK. The methods are wrapped in place, so that the page
 * calls wrapped methods by any reference to the SDK.
 */
export function watchSdks(page: object, reporter: CallReporter): SdkWatch {
  const wrapped = new PageWeakMap<object, true>();
  const wrapSdk = (value: object, rank: number): void => {
    try {
      if (!isSdkOfThisRealm(value)) return;
      reporter.found(value, rank);
      if (weakMapGet(wrapped, value)) return;
      weakMapSet(wrapped, value, true);
      for (let index = 0; index < SDK_METHODS.length; index += 1) {
        wrapMethod(value, SDK_METHODS[index] as string, reporter);
      }
    } catch {
      // A non-object, frozen or hostile value stays unwrapped. Its events are still observed.
    }
  };
  const eachGlobal = (callback: (name: string, rank: number) => void): void => {
    for (let rank = 0; rank < SDK_GLOBALS.length; rank += 1) callback(SDK_GLOBALS[rank] as string, rank);
  };
  eachGlobal((name, rank) => watchGlobal(page, name, (value) => wrapSdk(value as object, rank)));
  return {
    rescan: () =>
      // The descriptor of an accessor has no value. The hook's accessor wraps assigned SDKs itself, and the page's
      // accessor must not run.
      eachGlobal((name, rank) => wrapSdk(getOwnPropertyDescriptor(page, name)?.value as object, rank)),
  };
}

function watchGlobal(page: object, name: string, wrapSdk: (value: unknown) => void): void {
  const property = getOwnPropertyDescriptor(page, name);
  if (property) {
    wrapSdk(property.value);
    if (!property.configurable || property.get || property.set) return;
  }
  let current: unknown = property?.value;
  const define = (enumerable: boolean): void => {
    defineProperty(page, name, {
      configurable: true,
      enumerable,
      get: () => current,
      set: (next: unknown) => {
        current = next;
        // The property becomes enumerable, as after a plain assignment.
        if (!enumerable) define(true);
        wrapSdk(next);
      },
    });
  };
  define(!!property);
}

function wrapMethod(sdk: object, name: string, reporter: CallReporter): void {
  const original = methodOf(sdk, name);
  if (original === null) return;
  defineProperty(sdk, name, {
    configurable: true,
    writable: true,
    ...getOwnPropertyDescriptor(sdk, name),
    value: createWatchedMethod(original, sdk, name, reporter),
  });
}

function createWatchedMethod(original: Method, sdk: object, name: string, reporter: CallReporter): Method {
  return createTransparentProxy(original, {
    apply(target, self, args) {
      const depth = reporter.running.length;
      try {
        const callId = ignoreErrors(() => reporter.called(sdk, name, args));
        if (!callId) return apply(target, self, args);
        return reporter.returned(
          callId,
          applyOrReport(target, self, args, (error) => reporter.threw(callId, error)),
        );
      } finally {
        // After a stack overflow inside the functions above, which a page may survive.
        reporter.running.length = depth;
      }
    },
  });
}
