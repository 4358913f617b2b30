import type { JsonPath } from './json';
import { type JsonEntry, type JsonNode, nodeAt, parseJsonNodes, sourceOf } from './json-nodes';

/**
 * Changes at one path of a JSON text.
 * The rest of the text stays unchanged: numbers beyond the precision of JavaScript, duplicate names, order and spaces.
 * Each function takes valid JSON text and returns valid JSON text.
 */

/**
 * Sets the JSON text `source` at a path, and creates missing parents as objects.
 * A new name is inserted according to `order`, the names in the order of the definition, else at the end.
 */
export function setAtPath(text: string, path: JsonPath, source: string, order: readonly string[] = []): string {
  const top = parseJsonNodes(text);
  const node = nodeAt(top, path);
  if (node) return replaceRange(text, node, indentLines(source, indentAt(text, node.from)));
  const name = path.at(-1);
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(top, parentPath);
  if (name === undefined) return source;
  if (parent?.type === 'array') return replaceParts(text, parent, [...partsOf(text, parent), source]);
  const entry = `${JSON.stringify(String(name))}: ${source}`;
  if (parent?.type !== 'object') return setAtPath(text, parentPath, `{\n  ${indentLines(entry, '  ')}\n}`);
  const parts = partsOf(text, parent);
  parts.splice(insertIndexOf(String(name), parent.entries, order), 0, entry);
  return replaceParts(text, parent, parts);
}

/** Removes the value at a path. Returns the same text if there is none. */
export function removeAtPath(text: string, path: JsonPath): string {
  const parent = nodeAt(parseJsonNodes(text), path.slice(0, -1));
  const step = path.at(-1);
  if (parent?.type === 'array' && typeof step === 'number') return withoutPart(text, parent, step);
  if (parent?.type !== 'object') return text;
  const index = parent.entries.findLastIndex(({ key }) => key === step);
  return index < 0 ? text : withoutPart(text, parent, index);
}

/** Removes an entry of an object by its index, because its name may occur twice. */
export function removeEntry(text: string, path: JsonPath, index: number): string {
  const parent = nodeAt(parseJsonNodes(text), path);
  return parent ? withoutPart(text, parent, index) : text;
}

/** Replaces an entry of an object by its index, or appends it after the last entry. */
export function setEntry(text: string, path: JsonPath, index: number, key: string, source: string): string {
  const parent = nodeAt(parseJsonNodes(text), path);
  const entry = `${JSON.stringify(key)}: ${source}`;
  if (parent?.type !== 'object') return setAtPath(text, path, `{ ${entry} }`);
  const old = parent.entries[index];
  if (old) return replaceRange(text, { from: old.from, to: old.value.to }, entry);
  return replaceParts(text, parent, [...partsOf(text, parent), entry]);
}

/** Moves an item of a list to another index. */
export function moveItem(text: string, path: JsonPath, from: number, to: number): string {
  const list = nodeAt(parseJsonNodes(text), path);
  if (list?.type !== 'array' || !list.items[from] || !list.items[to]) return text;
  const parts = partsOf(text, list);
  const [movedPart = ''] = parts.splice(from, 1);
  parts.splice(to, 0, movedPart);
  return replaceParts(text, list, parts);
}

function insertIndexOf(name: string, entries: readonly JsonEntry[], order: readonly string[]): number {
  const rank = order.indexOf(name);
  const next = rank < 0 ? -1 : entries.findIndex(({ key }) => order.indexOf(key) > rank);
  return next < 0 ? entries.length : next;
}

function withoutPart(text: string, parent: JsonNode, index: number): string {
  const parts = partsOf(text, parent);
  parts.splice(index, 1);
  return replaceParts(text, parent, parts);
}

/** Returns the source texts of the entries or items of a node. */
function partsOf(text: string, parent: JsonNode): string[] {
  if (parent.type === 'array') return parent.items.map((item) => sourceOf(text, item));
  if (parent.type !== 'object') return [];
  return parent.entries.map(({ from, value }) => text.slice(from, value.to));
}

/**
 * Replaces the parts of a list or object.
 * Writes one line if the old text was one line, else a line per part.
 */
function replaceParts(text: string, parent: JsonNode, parts: readonly string[]): string {
  const [open, close] = parent.type === 'array' ? ['[', ']'] : ['{', '}'];
  const indent = indentAt(text, parent.from);
  if (parts.length === 0) return replaceRange(text, parent, open + close);
  const old = sourceOf(text, parent);
  const isOneLine = /[^\s{}[\]]/.test(old) && !old.includes('\n') && !parts.some((part) => part.includes('\n'));
  if (isOneLine) return replaceRange(text, parent, `${open} ${parts.join(', ')} ${close}`);
  const knownParts = new Set(partsOf(text, parent));
  const lines = parts.map((part) => (knownParts.has(part) ? part : indentLines(part, `${indent}  `)));
  return replaceRange(text, parent, `${open}\n${indent}  ${lines.join(`,\n${indent}  `)}\n${indent}${close}`);
}

/**
 * Indents all lines.
 * JSON strings have no line breaks, so spaces after each line break are harmless.
 */
function indentLines(source: string, indent: string): string {
  return source.replaceAll('\n', `\n${indent}`);
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

function replaceRange(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  source: string,
): string {
  return text.slice(0, from) + source + text.slice(to);
}
