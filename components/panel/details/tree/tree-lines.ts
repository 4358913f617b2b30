import { isJsonArray, type Json, type JsonPath } from '#core/json/json';
import { i18n } from '#i18n';
import { type NodeMessage, treeKey } from './event-tree';

/** A visible row of a JSON tree. */
export type TreeLine = ValueLine | MoreLine;

export interface ValueLine {
  readonly type: 'value';
  readonly key: string;
  readonly path: JsonPath;
  readonly depth: number;
  readonly name: string;
  readonly value: Json;
  /** Whether the branch is expanded; null for a value that cannot be expanded. */
  readonly isExpanded: boolean | null;
  readonly messages: readonly NodeMessage[];
  /** ARIA position among the children of the same parent, from 1. */
  readonly position: number;
  readonly setSize: number;
}

/** Placeholder for children that are not rendered. */
export interface MoreLine {
  readonly type: 'more';
  readonly key: string;
  readonly path: JsonPath;
  readonly depth: number;
  readonly hiddenCount: number;
  readonly side: 'before' | 'after';
  readonly position: number;
  readonly setSize: number;
}

export interface TreeState {
  /** Branches that the user expanded or collapsed, by path key; others have a default. */
  readonly expansion: ReadonlyMap<string, boolean>;
  /** The rendered range of children, by path key; others show the first page of children. */
  readonly windows: ReadonlyMap<string, ChildWindow>;
}

/** A range of children: from a zero-based index up to another, exclusive. */
interface ChildWindow {
  readonly from: number;
  readonly to: number;
}

export const initialTreeState: TreeState = { expansion: new Map(), windows: new Map() };

/** Number of children that are rendered at first and by each extension. A list of 10,000 would block the panel. */
const CHILDREN_PAGE_SIZE = 100;
/** A match that would extend the rendered range beyond this number replaces the range instead. */
const MAX_WINDOW_CHILDREN = 500;

const firstChildren: ChildWindow = { from: 0, to: CHILDREN_PAGE_SIZE };

export interface TreeView {
  readonly root: Json;
  readonly messages: ReadonlyMap<string, readonly NodeMessage[]>;
  readonly state: TreeState;
}

/** Returns the lines to show, from top to bottom. The root itself has no line. */
export function treeLines({ root, messages, state }: TreeView): readonly TreeLine[] {
  const ancestorKeysOfMessages = collectAncestorKeys([...messages.keys()]);
  const lines: TreeLine[] = [];
  const isBranchExpanded = (key: string, depth: number, size: number) =>
    state.expansion.get(key) ?? (ancestorKeysOfMessages.has(key) || (depth <= 1 && size <= CHILDREN_PAGE_SIZE));

  const visit = (parent: Json, path: JsonPath, depth: number) => {
    const entries = childrenOf(parent, path);
    const { from, to } = state.windows.get(treeKey(path)) ?? firstChildren;
    const addMoreLine = (side: MoreLine['side'], hiddenCount: number, position: number) => {
      if (hiddenCount <= 0) return;
      const key = treeKey([...path, '…', side]);
      lines.push({ type: 'more', key, path, depth, hiddenCount, side, position, setSize: entries.length });
    };
    addMoreLine('before', from, from);
    entries.slice(from, to).forEach(([name, value], index) => {
      const childPath = [...path, name];
      const key = treeKey(childPath);
      const size = childCount(value);
      const isExpanded = size === 0 ? null : isBranchExpanded(key, depth, size);
      const ariaPosition = { position: from + index + 1, setSize: entries.length };
      lines.push({
        type: 'value',
        key,
        path: childPath,
        depth,
        name: String(name),
        value,
        isExpanded,
        messages: [...(messages.get(key) ?? []), ...numberMessages(value)],
        ...ariaPosition,
      });
      if (isExpanded) visit(value, childPath, depth + 1);
    });
    addMoreLine('after', entries.length - to, to + 1);
  };
  visit(root, [], 0);
  return lines;
}

/** Returns a state in which the given paths are visible, with their ancestors expanded. */
export function revealPaths(state: TreeState, root: Json, paths: readonly JsonPath[]): TreeState {
  const expansion = new Map(state.expansion);
  const windows = new Map(state.windows);
  for (const path of paths) {
    let value: Json | undefined = root;
    path.forEach((step, depth) => {
      const key = treeKey(path.slice(0, depth));
      expansion.set(key, true);
      const entries = childrenOf(value ?? null, path.slice(0, depth));
      const index = entries.findIndex(([name]) => name === step);
      windows.set(key, extendWindow(index, windows.get(key) ?? firstChildren));
      value = entries[index]?.[1];
    });
  }
  return { expansion, windows };
}

/** Returns a state that renders one more page of children, before or after the rendered range. */
export function showMoreChildren(state: TreeState, { path, side }: Pick<MoreLine, 'path' | 'side'>): TreeState {
  const key = treeKey(path);
  const { from, to } = state.windows.get(key) ?? firstChildren;
  const wider =
    side === 'before' ? { from: Math.max(0, from - CHILDREN_PAGE_SIZE), to } : { from, to: to + CHILDREN_PAGE_SIZE };
  return { ...state, windows: new Map(state.windows).set(key, wider) };
}

function extendWindow(index: number, { from, to }: ChildWindow): ChildWindow {
  if (index >= from && index < to) return { from, to };
  const nearby = { from: Math.max(0, index - CHILDREN_PAGE_SIZE / 2), to: index + CHILDREN_PAGE_SIZE / 2 };
  const union = { from: Math.min(from, nearby.from), to: Math.max(to, nearby.to) };
  return union.to - union.from > MAX_WINDOW_CHILDREN ? nearby : union;
}

/** Returns the children of a value in the order of the tree: the event before the call, its `edata` first. */
export function childrenOf(value: Json, path: JsonPath): readonly (readonly [string | number, Json])[] {
  if (isJsonArray(value)) return value.map((child, index) => [index, child]);
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const first = firstKeys[path.length];
  if (first === undefined || (path.length === 1 && path[0] !== 'event')) return entries;
  return entries.sort(([one], [other]) => Number(other === first) - Number(one === first));
}

/** Keys whose branches are rendered first, by depth. */
const firstKeys = ['event', 'edata'] as const;

function childCount(value: Json): number {
  if (isJsonArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function collectAncestorKeys(keys: readonly string[]): ReadonlySet<string> {
  const ancestors = new Set<string>();
  for (const key of keys) {
    const path = JSON.parse(key) as JsonPath;
    for (let length = 1; length < path.length; length += 1) ancestors.add(treeKey(path.slice(0, length)));
  }
  return ancestors;
}

/** Returns messages on a number beyond JavaScript's precision: its last digits may differ. */
function numberMessages(value: Json): readonly NodeMessage[] {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return [];
  return [{ tone: 'muted', text: i18n.t('tree.rounded') }];
}
