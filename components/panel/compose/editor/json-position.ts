import type { JsonPath } from '#core/json/json';
import { entryAt, type JsonEntry, type JsonNode, parseJsonNodes } from '#core/json/json-nodes';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

export type FindPlace = (path: JsonPath) => TextRange;

/**
 * Where the parts of a JSON text stand.
 * A field is found as name and value, or by its name alone where the value spans lines; a field that is not there is
 * found at the end of the object that lacks it. Of broken JSON, what stands before the fault is found.
 */
export function positionsIn(text: string): FindPlace {
  const top = parseJsonNodes(text);
  return (path) => (top ? rangeOf(walk(top, path), text) : { from: 0, to: text.length });
}

/** Where a path leads: to a value, with its field if it has one, or to the object or list that lacks its next step. */
interface Place {
  readonly node: JsonNode;
  readonly field: JsonEntry | null;
  readonly missing: boolean;
}

function walk(top: JsonNode, path: JsonPath): Place {
  let place: Place = { node: top, field: null, missing: false };
  for (const step of path) {
    const { node } = place;
    const field = node.type === 'object' ? entryAt(node.entries, String(step)) : null;
    const item = node.type === 'array' && typeof step === 'number' ? node.items[step] : undefined;
    const next = field?.value ?? item;
    if (!next) return { ...place, missing: true };
    place = { node: next, field, missing: false };
  }
  return place;
}

function rangeOf({ node, field, missing }: Place, text: string): TextRange {
  if (missing) return { from: Math.max(node.from, node.to - 1), to: node.to };
  const from = field?.from ?? node.from;
  if (!text.slice(node.from, node.to).includes('\n')) return { from, to: node.to };
  return { from, to: field?.nameEnd ?? from + 1 };
}
