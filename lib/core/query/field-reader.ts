import { eventJson } from '#core/journey/record';
import { isJsonArray, type Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';

/** Reads all values of one field of an event. */
export type FieldReader = (record: JudgedRecord) => readonly Json[];

const NO_VALUES: readonly Json[] = [];
const onlyItself = (value: Json): readonly Json[] => [value];

/**
 * Creates a reader of the values at a path of the event.
 * Without an event, it reads the arguments of the call. `context.cdata.id` is the id of each entry of the list.
 *
 * @param expand maps the found value to the returned values.
 */
export function createFieldReader(
  path: readonly string[],
  expand: (value: Json) => readonly Json[] = onlyItself,
): FieldReader {
  const valuesIn = (value: Json, firstStep: number): readonly Json[] => {
    let current = value;
    for (let step = firstStep; step < path.length; step += 1) {
      const name = path[step] ?? '';
      if (typeof current !== 'object' || current === null) return NO_VALUES;
      if (isJsonArray(current) && !Object.hasOwn(current, name)) return current.flatMap((item) => valuesIn(item, step));
      if (!Object.hasOwn(current, name)) return NO_VALUES;
      current = (current as Readonly<Record<string, Json>>)[name] ?? null;
    }
    return expand(current);
  };
  return (record) => {
    const json = eventJson(record);
    if (json !== undefined) return valuesIn(json, 0);
    if (path[0] !== 'edata' || !record.call) return NO_VALUES;
    return record.call.args.flatMap((argument) => valuesIn(argument, 1));
  };
}
