import { isJsonArray, type Json, type JsonPath } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';
import { treeKey } from '../tree/event-tree';

/** A line of formatted JSON. */
export interface JsonRow {
  /** Of the value that begins in this line; `null` in the line that closes one. */
  readonly key: string | null;
  readonly path: JsonPath;
  readonly depth: number;
  readonly text: string;
  /** Whether what begins in this line can be folded, and is. */
  readonly fold: 'open' | 'folded' | null;
}

/** A string longer than that is cut: laying out a line of a million characters stops the panel for seconds. */
export const MAX_ROW_CHARS = 4_000;

/** The lines of a value as formatted JSON, as they are asked for; what is folded is one line. */
export function* jsonRows(value: Json, folded: ReadonlySet<string>): Generator<JsonRow> {
  yield* rowsOf({ value, path: [], before: '', after: '' }, folded);
}

interface Place {
  readonly value: Json;
  readonly path: JsonPath;
  /** What stands in the line before the value, and after it. */
  readonly before: string;
  readonly after: string;
}

function* rowsOf({ value, path, before, after }: Place, folded: ReadonlySet<string>): Generator<JsonRow> {
  const row = { key: treeKey(path), path, depth: path.length };
  const children = childPlaces(value, path);
  if (children.length === 0) {
    yield { ...row, text: `${before}${shortened(formatJson(value))}${after}`, fold: null };
    return;
  }
  const [open, close] = isJsonArray(value) ? ['[', ']'] : ['{', '}'];
  if (folded.has(row.key)) {
    yield { ...row, text: `${before}${open}…${close}${after}`, fold: 'folded' };
    return;
  }
  yield { ...row, text: `${before}${open}`, fold: 'open' };
  for (const child of children) yield* rowsOf(child, folded);
  yield { ...row, key: null, text: `${close}${after}`, fold: null };
}

function childPlaces(value: Json, path: JsonPath): readonly Place[] {
  const after = (index: number, count: number) => (index < count - 1 ? ',' : '');
  if (isJsonArray(value)) {
    return value.map((child, index) => ({
      value: child,
      path: [...path, index],
      before: '',
      after: after(index, value.length),
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, child], index, { length }) => ({
    value: child,
    path: [...path, key],
    before: `${formatJson(key)}: `,
    after: after(index, length),
  }));
}

function shortened(text: string): string {
  return text.length > MAX_ROW_CHARS ? `${text.slice(0, MAX_ROW_CHARS)}…` : text;
}

/** The keys of everything below the top level that can be folded. */
export function foldableKeys(value: Json): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { key, path, fold } of jsonRows(value, keys)) if (fold && key && path.length > 0) keys.add(key);
  return keys;
}
