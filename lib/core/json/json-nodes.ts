import type { Json, JsonPath } from './json';
import { MAX_JSON_DEPTH } from './json-depth';
import { walkJson } from './json-reader';
import type { JsonScanner } from './json-scanner';

/**
 * A part of a JSON text with its offsets, from 0 in UTF-16 units.
 * `to` is the offset after its last character.
 */
export type JsonNode = { readonly from: number; readonly to: number } & (
  | { readonly type: 'scalar'; readonly value: null | boolean | number | string }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'object'; readonly entries: readonly JsonEntry[] }
  /** A part nested deeper than {@link MAX_JSON_DEPTH}, which is not parsed. */
  | { readonly type: 'deep' }
);

/** An entry of an object in a JSON text. Positions are UTF-16 offsets in the text. */
export interface JsonEntry {
  readonly key: string;
  /** Start of the name. */
  readonly from: number;
  /** Offset after the closing quote of the name. */
  readonly nameEnd: number;
  readonly value: JsonNode;
}

/**
 * Parses a JSON text into nodes.
 * Of an invalid text, returns the part before its fault, or null if there is none.
 */
export function parseJsonNodes(text: string): JsonNode | null {
  const builder = new NodeBuilder();
  const fault = walkJson(text, (scanner, role) => builder[role](scanner));
  return builder.end(fault?.offset ?? text.length);
}

/** An object or array without its end. */
type OpenNode = { readonly from: number } & (
  | { readonly type: 'array'; readonly items: JsonNode[] }
  | { readonly type: 'object'; readonly entries: JsonEntry[]; name: Omit<JsonEntry, 'value'> | null }
  | { readonly type: 'deep'; levels: number }
);

class NodeBuilder {
  #root: JsonNode | null = null;
  /** The nodes around the next token, the innermost last. */
  readonly #open: OpenNode[] = [];

  open({ type, from }: JsonScanner): void {
    const holder = this.#open.at(-1);
    if (holder?.type === 'deep') holder.levels += 1;
    else if (this.#open.length === MAX_JSON_DEPTH) this.#open.push({ type: 'deep', from, levels: 0 });
    else if (type === '{') this.#open.push({ type: 'object', from, entries: [], name: null });
    else this.#open.push({ type: 'array', from, items: [] });
  }

  close({ to }: JsonScanner): void {
    const holder = this.#open.at(-1);
    if (holder?.type === 'deep' && holder.levels > 0) holder.levels -= 1;
    else this.#finish(to);
  }

  key({ token, from, to }: JsonScanner): void {
    const holder = this.#open.at(-1);
    if (holder?.type === 'object') holder.name = { key: JSON.parse(token), from, nameEnd: to };
  }

  scalar({ token, from, to }: JsonScanner): void {
    if (this.#open.at(-1)?.type !== 'deep') this.#add({ type: 'scalar', from, to, value: JSON.parse(token) });
  }

  end(offset: number): JsonNode | null {
    while (this.#open.length > 0) this.#finish(offset);
    return this.#root;
  }

  #finish(to: number): void {
    const node = this.#open.pop();
    if (node?.type === 'array') this.#add({ type: 'array', from: node.from, to, items: node.items });
    else if (node?.type === 'object') this.#add({ type: 'object', from: node.from, to, entries: node.entries });
    else if (node) this.#add({ type: 'deep', from: node.from, to });
  }

  #add(node: JsonNode): void {
    const holder = this.#open.at(-1);
    if (holder?.type === 'array') holder.items.push(node);
    else if (holder?.type === 'object' && holder.name) {
      const { key, from, nameEnd } = holder.name;
      holder.entries.push({ key, from, nameEnd, value: node });
    } else this.#root = node;
  }
}

/** Returns the node at a path, or null. Of duplicate names, the last is used, as in `JSON.parse`. */
export function nodeAt(node: JsonNode | null, path: JsonPath): JsonNode | null {
  let current = node;
  for (const step of path) current = current && childAt(current, step);
  return current;
}

export function childAt(node: JsonNode, step: string | number): JsonNode | null {
  if (node.type === 'object') return entryAt(node.entries, String(step))?.value ?? null;
  return node.type === 'array' && typeof step === 'number' ? (node.items[step] ?? null) : null;
}

/** Returns the last entry with a name, as `JSON.parse` does. */
function entryAt(entries: readonly JsonEntry[], name: string): JsonEntry | null {
  return entries.findLast(({ key }) => key === name) ?? null;
}

/** Returns the source text of a node. */
export function sourceOf(text: string, { from, to }: Pick<JsonNode, 'from' | 'to'>): string {
  return text.slice(from, to);
}

/** Parses the source text of a node. */
export function readValue(text: string, node: JsonNode): Json {
  return JSON.parse(sourceOf(text, node));
}
