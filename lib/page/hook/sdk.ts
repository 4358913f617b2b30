import type { SdkRef } from '#core/journey/record';
import { describe, getPrototypeOf, hasOwn, PageFunction } from '#page/builtins';

/**
 * The methods of all kinds, the telltales first.
 * Written out, and as one text, which is smaller: this runs in pages, where the definitions (and zod) have no place.
 */
export const SDK_METHODS =
  'start end impression interact assess response interrupt feedback share audit error heartbeat log search metrics summary exdata'.split(
    ' ',
  ) as readonly import('#core/telemetry/kinds').EventKind[];

/**
 * Only a telemetry SDK has this many of the names.
 * `$t` and `Telemetry` are names that other libraries use too.
 */
const TELLTALES = 4;

export type Method = (...args: unknown[]) => unknown;

/**
 * Whether the value is an SDK that was made in this realm: 1.x is a function with methods, 2.x an instance of a class.
 * The SDK of another frame is watched by the hook of that frame. Throws for what is no object.
 */
export function isSdkOfThisRealm(value: object): boolean {
  for (let index = 0; index < TELLTALES; index += 1) {
    if (!(methodOf(value, SDK_METHODS[index] as string) instanceof PageFunction)) return false;
  }
  return true;
}

/** The method by that name, own or inherited, without running a getter, or null if there is none. */
export function methodOf(sdk: object, name: string): Method | null {
  const value = dataValueOf(sdk, name);
  return typeof value === 'function' ? (value as Method) : null;
}

/** 2.x has `isInitialized` as a getter (calling it throws), 1.x as a method. */
export function generationOf(sdk: object): SdkRef['generation'] {
  const property = propertyOf(sdk, 'isInitialized');
  if (property && hasOwn(property, 'get')) return '2.x';
  return methodOf(sdk, 'isInitialized') || propertyOf(sdk, '_version') ? '1.x' : 'unknown';
}

/** How an SDK is configured, or null if that cannot be read. */
export interface SdkSettings {
  /** After how many events it sends. */
  readonly batchSize: number | null;
  /** Whether it was given a device id. */
  readonly hasDid: boolean | null;
  /** Whether the page has it hand its events to a dispatcher of the page's own. */
  readonly hasDispatcher: boolean | null;
}

/** The settings of this moment, without running a getter. */
export function settingsOf(sdk: object): SdkSettings {
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

/** The value of a property that is no accessor. */
function dataValueOf(holder: object, name: string): unknown {
  const property = propertyOf(holder, name);
  return property && hasOwn(property, 'value') ? property.value : undefined;
}

function propertyOf(holder: object, name: string): PropertyDescriptor | undefined {
  let here: object | null = holder;
  // Bounded: a proxy may return prototypes without end.
  for (let steps = 0; here !== null && steps < 20; steps += 1) {
    const property = describe(here, name);
    if (property) return property;
    here = getPrototypeOf(here);
  }
  return undefined;
}
