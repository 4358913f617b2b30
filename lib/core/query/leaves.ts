import { isJsonArray, isJsonObject, type Json } from '#core/json/json';

/** A value of an event that a filter can match. */
export interface Leaf {
  /** The path in the filter language, without the indexes of lists. */
  readonly path: string;
  readonly text: string;
}

/** Limit of a suggested value. Longer texts make useless suggestions. */
const MAX_LEAF_CHARS = 60;
/** Limit per event, so that an event of a megabyte does not delay key presses. */
const MAX_LEAVES = 1_000;

let cachedLeaves: ReadonlyMap<Json, readonly Leaf[]> = new Map();

/**
 * Returns the values of each event.
 * Cached, because the events are the same from one key press to the next.
 */
export function collectLeaves(events: Iterable<Json>): Iterable<readonly Leaf[]> {
  const leaves = new Map<Json, readonly Leaf[]>();
  for (const event of events) leaves.set(event, cachedLeaves.get(event) ?? readLeaves(event));
  cachedLeaves = leaves;
  return leaves.values();
}

function readLeaves(event: Json): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const read = (value: Json, path: string): void => {
    if (leaves.length >= MAX_LEAVES) return;
    if (isJsonArray(value)) {
      for (const item of value) read(item, path);
    } else if (isJsonObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        if (/^[A-Za-z_][\w-]*$/.test(name)) read(child, path === '' ? name : `${path}.${name}`);
      }
    } else if (path !== '' && String(value).length <= MAX_LEAF_CHARS) leaves.push({ path, text: String(value) });
  };
  read(event, '');
  return leaves;
}
