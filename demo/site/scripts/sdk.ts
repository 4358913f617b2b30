import type { EventKind } from '#core/telemetry/kinds';
import type { LessonCall } from '../lesson/act';
import { CONTENT_ID, CONTENT_VERSION } from '../lesson/act';
import { logCall } from './page-log';

type Method = (...args: readonly unknown[]) => unknown;
type Sdk = Readonly<Record<EventKind | 'initialize' | 'resetContext', Method>>;

/** Returns the SDK, which both generations expose as `$t`. It is read at each call, as on most sites. */
function sdk(): Sdk {
  return (globalThis as unknown as { readonly $t: Sdk }).$t;
}

export function initialize(config: object): void {
  sdk().initialize(config);
}

/** Logs a call, then calls the method with all of its arguments. */
export function callMethod(kind: EventKind, args: readonly unknown[], wrong: string | undefined): void {
  logCall(kind, args, wrong);
  Reflect.apply(sdk()[kind], sdk(), args);
}

/** Performs one call of a lesson. */
export function performCall(config: object, { kind, data, options, wrong }: LessonCall): void {
  const args = kind === 'start' ? [config, CONTENT_ID, CONTENT_VERSION, data] : [data];
  callMethod(kind, options ? [...args, options] : args, wrong);
  if (options) sdk().resetContext({});
}
