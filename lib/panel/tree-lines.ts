import { isJsonArray, type Json, type JsonPath } from '../json';
import { type TreeRemark, treeKey } from './event-tree';
import { countText } from './figures';

/** One visible line of a JSON tree. */
export type TreeLine = ValueLine | MoreLine;

export interface ValueLine {
  readonly type: 'value';
  readonly key: string;
  readonly path: JsonPath;
  readonly depth: number;
  readonly name: string;
  readonly value: Json;
  /** Whether it can be opened, and is. */
  readonly open: boolean | null;
  readonly remarks: readonly TreeRemark[];
  readonly position: number;
  readonly siblings: number;
}

/** Stands for children that are not shown yet. */
export interface MoreLine {
  readonly type: 'more';
  readonly key: string;
  readonly path: JsonPath;
  readonly depth: number;
  readonly hidden: number;
  readonly position: number;
  readonly siblings: number;
}

export interface TreeState {
  /** What the person opened or closed, by path key; the rest is open or closed by itself. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** How many children are shown of what has many, by path key. */
  readonly limits: ReadonlyMap<string, number>;
}

export const noTreeState: TreeState = { opened: new Map(), limits: new Map() };

/** Children shown at once: a list of 10,000 must not fill the page with 10,000 elements. */
export const CHILDREN_AT_ONCE = 100;

export interface TreeView {
  readonly root: Json;
  readonly remarks: ReadonlyMap<string, readonly TreeRemark[]>;
  readonly state: TreeState;
}

/** The lines to show, from top to bottom. The root itself has none. */
export function treeLines({ root, remarks, state }: TreeView): readonly TreeLine[] {
  const remarkedAncestors = ancestorsOf([...remarks.keys()]);
  const lines: TreeLine[] = [];
  const isOpen = (key: string, depth: number, size: number) =>
    state.opened.get(key) ?? (remarkedAncestors.has(key) || (depth <= 1 && size <= CHILDREN_AT_ONCE));

  const visit = (parent: Json, path: JsonPath, depth: number) => {
    const entries = childrenOf(parent);
    const limit = state.limits.get(treeKey(path)) ?? CHILDREN_AT_ONCE;
    const shown = entries.length > limit ? entries.slice(0, limit) : entries;
    shown.forEach(([name, value], index) => {
      const childPath = [...path, name];
      const key = treeKey(childPath);
      const size = childCount(value);
      const open = size === 0 ? null : isOpen(key, depth, size);
      const place = { position: index + 1, siblings: entries.length };
      lines.push({
        type: 'value',
        key,
        path: childPath,
        depth,
        name: String(name),
        value,
        open,
        remarks: remarks.get(key) ?? [],
        ...place,
      });
      if (open) visit(value, childPath, depth + 1);
    });
    const hidden = entries.length - shown.length;
    if (hidden === 0) return;
    const key = treeKey([...path, '…']);
    lines.push({ type: 'more', key, path, depth, hidden, position: shown.length + 1, siblings: entries.length });
  };
  visit(root, [], 0);
  return lines;
}

/** A state in which the given places can be seen: what holds them is open, and enough children are shown. */
export function revealing(state: TreeState, root: Json, paths: readonly JsonPath[]): TreeState {
  const opened = new Map(state.opened);
  const limits = new Map(state.limits);
  for (const path of paths) {
    let here: Json | undefined = root;
    path.forEach((step, depth) => {
      const key = treeKey(path.slice(0, depth));
      opened.set(key, true);
      const entries = childrenOf(here ?? null);
      const index = entries.findIndex(([name]) => name === step);
      if (index >= (limits.get(key) ?? CHILDREN_AT_ONCE)) limits.set(key, index + CHILDREN_AT_ONCE);
      here = entries[index]?.[1];
    });
  }
  return { opened, limits };
}

export function childrenOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (isJsonArray(value)) return value.map((child, index) => [index, child]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

export function childCount(value: Json): number {
  if (isJsonArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** What a closed object or list holds, in a few words: `{ id, type }`, `{ 6 keys }`, `[ 12 ]`. */
export function branchSummary(value: Json): string {
  if (isJsonArray(value)) return value.length === 0 ? '[ ]' : `[ ${countText(value.length)} ]`;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0) return '{ }';
  return keys.length <= 3 && keys.join().length <= 40 ? `{ ${keys.join(', ')} }` : `{ ${countText(keys.length)} keys }`;
}

function ancestorsOf(keys: readonly string[]): ReadonlySet<string> {
  const ancestors = new Set<string>();
  for (const key of keys) {
    const path = JSON.parse(key) as JsonPath;
    for (let length = 1; length < path.length; length += 1) ancestors.add(treeKey(path.slice(0, length)));
  }
  return ancestors;
}
