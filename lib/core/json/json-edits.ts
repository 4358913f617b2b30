import type { JsonPath } from './json';
import { type JsonEntry, type JsonNode, nodeAt, parseJsonNodes, sourceOf } from './json-nodes';

/**
 * Changes of one place in a JSON text.
 * All else stays as it was typed, to the letter: numbers longer than JavaScript counts, names that stand there twice,
 * the order and the spaces. Each takes a text that is JSON and gives one.
 */

/**
 * Puts `source`, itself JSON, at a path.
 * What is missing on the way becomes an object. A new name is put where `order`, the names as the definition lists
 * them, has it; without a place there, at the end.
 */
export function setAtPath(text: string, path: JsonPath, source: string, order: readonly string[] = []): string {
  const top = parseJsonNodes(text);
  const there = nodeAt(top, path);
  if (there) return spliced(text, there, indented(source, indentAt(text, there.from)));
  const name = path.at(-1);
  const above = path.slice(0, -1);
  const holder = nodeAt(top, above);
  if (name === undefined) return source;
  if (holder?.type === 'array') return rebuilt(text, holder, [...partsOf(text, holder), source]);
  const entry = `${JSON.stringify(String(name))}: ${source}`;
  if (holder?.type !== 'object') return setAtPath(text, above, `{\n  ${indented(entry, '  ')}\n}`);
  const parts = partsOf(text, holder);
  parts.splice(placeFor(String(name), holder.entries, order), 0, entry);
  return rebuilt(text, holder, parts);
}

/** Removes the value at a path; a text without it is unchanged. */
export function removeAtPath(text: string, path: JsonPath): string {
  const holder = nodeAt(parseJsonNodes(text), path.slice(0, -1));
  const step = path.at(-1);
  if (holder?.type === 'array' && typeof step === 'number') return withoutPart(text, holder, step);
  if (holder?.type !== 'object') return text;
  const index = holder.entries.findLastIndex(({ key }) => key === step);
  return index < 0 ? text : withoutPart(text, holder, index);
}

/** Removes one entry of an object by its index, as its name may occur twice. */
export function removeEntry(text: string, path: JsonPath, index: number): string {
  const holder = nodeAt(parseJsonNodes(text), path);
  return holder ? withoutPart(text, holder, index) : text;
}

/** Writes one entry of an object by its number; behind the last one it is added. */
export function setEntry(text: string, path: JsonPath, index: number, key: string, source: string): string {
  const holder = nodeAt(parseJsonNodes(text), path);
  const entry = `${JSON.stringify(key)}: ${source}`;
  if (holder?.type !== 'object') return setAtPath(text, path, `{ ${entry} }`);
  const old = holder.entries[index];
  if (old) return spliced(text, { from: old.from, to: old.value.to }, entry);
  return rebuilt(text, holder, [...partsOf(text, holder), entry]);
}

/** Moves an item of a list to another place in it. */
export function moveItem(text: string, path: JsonPath, from: number, to: number): string {
  const list = nodeAt(parseJsonNodes(text), path);
  if (list?.type !== 'array' || !list.items[from] || !list.items[to]) return text;
  const parts = partsOf(text, list);
  for (const moved of parts.splice(from, 1)) parts.splice(to, 0, moved);
  return rebuilt(text, list, parts);
}

function placeFor(name: string, entries: readonly JsonEntry[], order: readonly string[]): number {
  const rank = order.indexOf(name);
  const next = rank < 0 ? -1 : entries.findIndex(({ key }) => order.indexOf(key) > rank);
  return next < 0 ? entries.length : next;
}

function withoutPart(text: string, holder: JsonNode, index: number): string {
  const parts = partsOf(text, holder);
  parts.splice(index, 1);
  return rebuilt(text, holder, parts);
}

/** The entries or items of a part as they were typed. */
function partsOf(text: string, holder: JsonNode): string[] {
  if (holder.type === 'array') return holder.items.map((item) => sourceOf(text, item));
  if (holder.type !== 'object') return [];
  return holder.entries.map(({ from, value }) => text.slice(from, value.to));
}

/** The same list or object made of other parts: on one line where it stood on one, else a line for each. */
function rebuilt(text: string, holder: JsonNode, parts: readonly string[]): string {
  const [open, close] = holder.type === 'array' ? ['[', ']'] : ['{', '}'];
  const indent = indentAt(text, holder.from);
  if (parts.length === 0) return spliced(text, holder, open + close);
  const old = sourceOf(text, holder);
  const isOneLine = /[^\s{}[\]]/.test(old) && !old.includes('\n') && !parts.some((part) => part.includes('\n'));
  if (isOneLine) return spliced(text, holder, `${open} ${parts.join(', ')} ${close}`);
  const known = new Set(partsOf(text, holder));
  const lines = parts.map((part) => (known.has(part) ? part : indented(part, `${indent}  `)));
  return spliced(text, holder, `${open}\n${indent}  ${lines.join(`,\n${indent}  `)}\n${indent}${close}`);
}

/** JSON has no line breaks inside its strings, so every one may be followed by spaces. */
function indented(source: string, indent: string): string {
  return source.replaceAll('\n', `\n${indent}`);
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

function spliced(text: string, { from, to }: { readonly from: number; readonly to: number }, source: string): string {
  return text.slice(0, from) + source + text.slice(to);
}
