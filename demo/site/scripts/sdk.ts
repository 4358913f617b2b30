import type { EventKind } from '#core/telemetry/kinds';
import type { LessonCall } from '../lesson/act';
import { CONTENT_ID, CONTENT_VERSION } from '../lesson/act';
import { logCall } from './page-log';

type Method = (...args: readonly unknown[]) => unknown;
type Sdk = Readonly<Record<EventKind | 'initialize' | 'resetContext', Method>>;

/** The SDK as its script left it: both generations are reachable as `$t`. Looked up at each call, as sites do. */
function sdk(): Sdk {
  return (globalThis as unknown as { readonly $t: Sdk }).$t;
}

export function initialize(config: object): void {
  sdk().initialize(config);
}

/** Calls a method with all of its arguments, and logs it first. */
export function callMethod(kind: EventKind, args: readonly unknown[], wrong: string | undefined): void {
  logCall(kind, args, wrong);
  Reflect.apply(sdk()[kind], sdk(), args);
}

/** Makes one call of a lesson. */
export function call(config: object, { kind, data, options, wrong }: LessonCall): void {
  const args = kind === 'start' ? [config, CONTENT_ID, CONTENT_VERSION, data] : [data];
  callMethod(kind, options ? [...args, options] : args, wrong);
  if (options) sdk().resetContext({});
}
