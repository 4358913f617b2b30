import type { Json, JsonPath } from './json';

/** A part of a JSON text and where it stands, from 0 in UTF-16 units; `to` is behind its last character. */
export type JsonNode = { readonly from: number; readonly to: number } & (
  | { readonly type: 'scalar'; readonly value: null | boolean | number | string }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'object'; readonly entries: readonly JsonEntry[] }
  /** Nested deeper than anybody edits by hand: only its text is known. */
  | { readonly type: 'deep' }
);

export interface JsonEntry {
  readonly key: string;
  /** Where the name begins. */
  readonly from: number;
  readonly value: JsonNode;
}

/** A form shows no more levels; a text may be nested by the thousand. */
const DEEPEST = 60;
const space = /[ \t\r\n]*/y;
const scalar = /"(?:[^"\\]|\\.)*"|[^,\]}\s]+/y;

/** The parts of a text that is JSON. To be called with nothing else: it does not look for faults. */
export function nodesOf(text: string): JsonNode {
  return readNode(text, after(space, text, 0), 0);
}

/** The part at a path; of a name that stands there twice, the last one, which is the one that counts. */
export function nodeAt(node: JsonNode | null, path: JsonPath): JsonNode | null {
  let here = node;
  for (const step of path) {
    if (here?.type === 'object') here = here.entries.findLast(({ key }) => key === String(step))?.value ?? null;
    else if (here?.type === 'array' && typeof step === 'number') here = here.items[step] ?? null;
    else return null;
  }
  return here;
}

/** The text of a part, as it was typed. */
export function sourceOf(text: string, { from, to }: Pick<JsonNode, 'from' | 'to'>): string {
  return text.slice(from, to);
}

/** What a part of a text says. */
export function readValue(text: string, node: JsonNode): Json {
  return JSON.parse(sourceOf(text, node));
}

function readNode(text: string, from: number, depth: number): JsonNode {
  const first = text[from];
  if (first !== '{' && first !== '[') {
    const to = after(scalar, text, from);
    return { type: 'scalar', from, to, value: JSON.parse(text.slice(from, to)) };
  }
  if (depth >= DEEPEST) return { type: 'deep', from, to: endOf(text, from) };
  return first === '{' ? readObject(text, from, depth) : readArray(text, from, depth);
}

function readObject(text: string, from: number, depth: number): JsonNode {
  const entries: JsonEntry[] = [];
  let offset = after(space, text, from + 1);
  while (text[offset] !== '}') {
    const nameEnd = after(scalar, text, offset);
    const colon = after(space, text, nameEnd);
    const value = readNode(text, after(space, text, colon + 1), depth + 1);
    entries.push({ key: JSON.parse(text.slice(offset, nameEnd)), from: offset, value });
    offset = nextPart(text, value.to);
  }
  return { type: 'object', from, to: offset + 1, entries };
}

function readArray(text: string, from: number, depth: number): JsonNode {
  const items: JsonNode[] = [];
  let offset = after(space, text, from + 1);
  while (text[offset] !== ']') {
    const item = readNode(text, offset, depth + 1);
    items.push(item);
    offset = nextPart(text, item.to);
  }
  return { type: 'array', from, to: offset + 1, items };
}

/** Where the next part begins, or the closing bracket stands. */
function nextPart(text: string, end: number): number {
  const offset = after(space, text, end);
  return text[offset] === ',' ? after(space, text, offset + 1) : offset;
}

/** Behind the bracket that closes the one at `from`, by counting. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let offset = from; offset < text.length; offset += 1) {
    const found = text[offset];
    if (found === '"') offset = after(scalar, text, offset) - 1;
    else if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    if (depth === 0) return offset + 1;
  }
  return text.length;
}

function after(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
