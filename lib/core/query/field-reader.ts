import { eventJson } from '#core/journey/record';
import { isJsonArray, type Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';

/** Reads all values of one field of an event. */
export type FieldReader = (record: JudgedRecord) => readonly Json[];

const NONE: readonly Json[] = [];
const onlyItself = (value: Json): readonly Json[] => [value];

/**
 * Creates a reader of the values at a path of the event.
 * Where only the call was seen, of what was called. Lists are looked into: `context.cdata.id` is the id of each entry.
 * `expand` turns the value that stands there into what is returned of it.
 */
export function createFieldReader(
  path: readonly string[],
  expand: (value: Json) => readonly Json[] = onlyItself,
): FieldReader {
  const valuesIn = (value: Json, from: number): readonly Json[] => {
    let here = value;
    for (let step = from; step < path.length; step += 1) {
      const name = path[step] ?? '';
      if (typeof here !== 'object' || here === null) return NONE;
      if (isJsonArray(here) && !Object.hasOwn(here, name)) return here.flatMap((item) => valuesIn(item, step));
      if (!Object.hasOwn(here, name)) return NONE;
      here = (here as Readonly<Record<string, Json>>)[name] ?? null;
    }
    return expand(here);
  };
  return (record) => {
    const json = eventJson(record);
    if (json !== undefined) return valuesIn(json, 0);
    if (path[0] !== 'edata' || !record.call) return NONE;
    return record.call.args.flatMap((argument) => valuesIn(argument, 1));
  };
}
