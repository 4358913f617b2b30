import type { TelemetryRecord } from '../../journey/record';
import { isJsonArray, type Json } from '../../json';

/** Asks whether any value at a path passes. Lists are looked into: `context.cdata.id` is the id of any entry. */
export type ReadPath = (record: TelemetryRecord, passes: (value: Json) => boolean) => boolean;

/** Short names of often wanted places, and the name that the SDK's methods have for `edata`. */
const shortcuts: Readonly<Record<string, readonly string[] | undefined>> = {
  data: ['edata'],
  sid: ['context', 'sid'],
  cdata: ['context', 'cdata'],
};

/** Reads a place of the event as it travelled; where only the call was seen, of what was called. */
export function readerOf(key: string): ReadPath {
  const [part = '', ...rest] = key.split('.');
  const path = [...(shortcuts[part] ?? [part]), ...rest];
  return (record, passes) => {
    const carried = record.requests.at(-1)?.carried ?? record.event?.json;
    if (carried !== undefined) return anyAt(carried, path, 0, passes);
    if (path[0] !== 'edata' || !record.call) return false;
    return record.call.args.some((argument) => anyAt(argument, path, 1, passes));
  };
}

function anyAt(value: Json, path: readonly string[], from: number, passes: (value: Json) => boolean): boolean {
  let here = value;
  for (let step = from; step < path.length; step += 1) {
    const name = path[step] ?? '';
    if (typeof here !== 'object' || here === null) return false;
    if (isJsonArray(here) && !Object.hasOwn(here, name)) return here.some((item) => anyAt(item, path, step, passes));
    if (!Object.hasOwn(here, name)) return false;
    here = (here as Readonly<Record<string, Json>>)[name] ?? null;
  }
  return isJsonArray(here) ? here.some(passes) || passes(here) : passes(here);
}
