import type { SdkRef } from '#core/journey/record';
import { getPrototypeOf, hasOwn, PageFunction, readDescriptor } from '#page/builtins';

/**
 * The methods of all kinds. The first {@link IDENTIFYING_METHODS} identify an SDK.
 * One string, because that is smaller. The definitions (and zod) would be too large for a page script.
 */
export const SDK_METHODS =
  'start end impression interact assess response interrupt feedback share audit error heartbeat log search metrics summary exdata'.split(
    ' ',
  ) as readonly import('#core/telemetry/kinds').EventKind[];

/**
 * Number of methods by which a telemetry SDK is identified.
 * Other libraries also use the global names `$t` and `Telemetry`.
 */
const IDENTIFYING_METHODS = 4;

export type Method = (...args: unknown[]) => unknown;

/**
 * Whether a value is an SDK that was created in this realm.
 * SDK 1.x is a function with methods, 2.x an instance of a class. The hook of another frame observes that frame's SDK.
 * Throws if the value isn't an object.
 */
export function isSdkOfThisRealm(value: object): boolean {
  for (let index = 0; index < IDENTIFYING_METHODS; index += 1) {
    if (!(methodOf(value, SDK_METHODS[index] as string) instanceof PageFunction)) return false;
  }
  return true;
}

/** Returns an own or inherited method without running a getter, or `null` if there is none. */
export function methodOf(sdk: object, name: string): Method | null {
  const value = dataValueOf(sdk, name);
  return typeof value === 'function' ? (value as Method) : null;
}

/**
 * Returns the generation of an SDK.
 * `isInitialized` is a getter in 2.x, where calling it throws, and a method in 1.x.
 */
export function generationOf(sdk: object): SdkRef['generation'] {
  const property = propertyOf(sdk, 'isInitialized');
  if (property && hasOwn(property, 'get')) return '2.x';
  return methodOf(sdk, 'isInitialized') || propertyOf(sdk, '_version') ? '1.x' : 'unknown';
}

/** Settings of an SDK. A value is `null` if it cannot be read. */
export interface SdkSettings {
  /** Number of events per batch. */
  readonly batchSize: number | null;
  /** Whether the SDK has a device id. */
  readonly hasDid: boolean | null;
  /** Whether the SDK passes its events to a dispatcher of the page. */
  readonly hasDispatcher: boolean | null;
}

/** Reads the current settings of an SDK without running a getter. */
export function readSettings(sdk: object): SdkSettings {
  const config: unknown = dataValueOf(sdk, '_config') ?? dataValueOf(sdk, 'config');
  const isRead = typeof config === 'object' && config !== null;
  const read = (name: string): unknown => (isRead ? dataValueOf(config, name) : null);
  const size = read('batchsize');
  return {
    batchSize: typeof size === 'number' ? size : null,
    hasDid: isRead ? (read('did') ?? '') !== '' : null,
    hasDispatcher: isRead ? !!read('dispatcher') : null,
  };
}

/** Returns the value of a data property, or `undefined` for an accessor. */
function dataValueOf(holder: object, name: string): unknown {
  const property = propertyOf(holder, name);
  return property && hasOwn(property, 'value') ? property.value : undefined;
}

function propertyOf(holder: object, name: string): PropertyDescriptor | undefined {
  let current: object | null = holder;
  // Bounded, because a proxy can have an endless prototype chain.
  for (let steps = 0; current !== null && steps < 20; steps += 1) {
    const property = readDescriptor(current, name);
    if (property) return property;
    current = getPrototypeOf(current);
  }
  return undefined;
}
