import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';

/** A new value for a path. `undefined` removes the field. */
export type JsonEdit = readonly [path: JsonPath, value: Json | undefined];

/** Returns an object with edits applied. Creates missing objects on the paths. */
export function applyEdits(draft: JsonObject, edits: readonly JsonEdit[]): JsonObject {
  return edits.reduce((created, [path, value]) => {
    const changed = withValue(created, path, value);
    return isJsonObject(changed) ? changed : created;
  }, draft);
}

function withValue(holder: Json | undefined, path: JsonPath, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isJsonArray(holder) && typeof step === 'number') {
    const items = [...holder];
    const item = withValue(holder[step], rest, value);
    if (item === undefined) items.splice(step, 1);
    else items[step] = item;
    return items;
  }
  const object = isJsonObject(holder) ? holder : {};
  const { [step]: before, ...others } = object;
  const after = withValue(before, rest, value);
  return after === undefined ? others : { ...object, [step]: after };
}
