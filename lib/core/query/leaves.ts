import { isJsonArray, isJsonObject, type Json } from '#core/json/json';

/** A value of an event that a filter can match. */
export interface Leaf {
  /** The path in the filter: without the indexes of lists. */
  readonly path: string;
  readonly text: string;
}

/** Long texts are of no use to choose from. */
const MAX_LEAF_CHARS = 60;
/** Per event: an event of a megabyte must not delay the keyboard. */
const MAX_LEAVES = 1_000;

let known: ReadonlyMap<Json, readonly Leaf[]> = new Map();

/**
 * The values of each event.
 * Cached, as the events are the same from one key press to the next.
 */
export function leavesOf(events: Iterable<Json>): Iterable<readonly Leaf[]> {
  const leaves = new Map<Json, readonly Leaf[]>();
  for (const event of events) leaves.set(event, known.get(event) ?? readLeaves(event));
  known = leaves;
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
