import type { SyntaxNode, Tree } from '@lezer/common';
import type { JsonPath } from '#core/json/json';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

export type FindRange = (path: JsonPath) => TextRange;

/**
 * Creates a function that finds the range of a path in a JSON text.
 * The range is the name and value of a field, or the name alone if the value spans lines. A missing field is at the end
 * of its object. In invalid JSON, paths before the error are found.
 */
export function createRangeFinder(tree: Tree, text: string): FindRange {
  const top = itemsOf(tree.topNode)[0];
  const childAt = createChildLookup(text);
  return (path) => (top ? rangeOf(findTarget(top, path, childAt), text) : { from: 0, to: text.length });
}

/** The target of a path: a value with its field, or the object or list that lacks the next part of the path. */
interface PathTarget {
  readonly node: SyntaxNode;
  readonly field: SyntaxNode | null;
  readonly isMissing: boolean;
}

type ChildLookup = (holder: SyntaxNode, step: string | number) => Omit<PathTarget, 'isMissing'> | null;

/** Reads the children of each object and list once, because a long list may have a finding at each item. */
function createChildLookup(text: string): ChildLookup {
  const childrenByStart = new Map<number, ReadonlyMap<string | number, Omit<PathTarget, 'isMissing'>>>();
  const read = (holder: SyntaxNode) => {
    const items = itemsOf(holder);
    if (holder.name === 'Array') return new Map(items.map((node, index) => [index, { node, field: null }] as const));
    if (holder.name !== 'Object') return new Map();
    // The last of duplicate names wins.
    return new Map(
      items.flatMap((field) => {
        const value = itemsOf(field).find(({ name }) => name !== 'PropertyName');
        const name = nameOf(field, ({ from, to }) => text.slice(from, to));
        return value === undefined ? [] : [[name, { node: value, field }] as const];
      }),
    );
  };
  return (holder, step) => {
    const children = childrenByStart.get(holder.from) ?? read(holder);
    childrenByStart.set(holder.from, children);
    return children.get(holder.name === 'Object' ? String(step) : step) ?? null;
  };
}

function findTarget(top: SyntaxNode, path: JsonPath, childAt: ChildLookup): PathTarget {
  let target: PathTarget = { node: top, field: null, isMissing: false };
  for (const step of path) {
    const next = childAt(target.node, step);
    if (next === null) return { ...target, isMissing: true };
    target = { ...next, isMissing: false };
  }
  return target;
}

function rangeOf({ node, field, isMissing }: PathTarget, text: string): TextRange {
  if (isMissing) return { from: Math.max(node.from, node.to - 1), to: node.to };
  const from = field?.from ?? node.from;
  if (!text.slice(node.from, node.to).includes('\n')) return { from, to: node.to };
  return { from, to: field?.getChild('PropertyName')?.to ?? from + 1 };
}

/** Returns the path of the innermost field or item that contains a node. */
export function pathOfNode(node: SyntaxNode, textOf: (node: SyntaxNode) => string): JsonPath {
  const path: (string | number)[] = [];
  for (let ancestor: SyntaxNode | null = node; ancestor; ancestor = ancestor.parent) {
    const holder: SyntaxNode | null = ancestor.parent;
    if (ancestor.name === 'Property') path.unshift(nameOf(ancestor, textOf));
    else if (holder?.name === 'Array' && !isPunctuation(ancestor)) path.unshift(indexIn(holder, ancestor));
  }
  return path;
}

export function nameOf(property: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  const name = property.getChild('PropertyName');
  return name ? parseName(textOf(name)) : '';
}

/** Returns the children of a node, without punctuation and syntax errors. */
function itemsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const items: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (!isPunctuation(child)) items.push(child);
  return items;
}

/** `⚠` is the node type of a syntax error. */
function isPunctuation({ name }: SyntaxNode): boolean {
  return ['{', '}', '[', ']', ',', ':', '⚠'].includes(name);
}

function indexIn(list: SyntaxNode, item: SyntaxNode): number {
  let index = 0;
  for (let child = list.firstChild; child && child.from < item.from; child = child.nextSibling) {
    if (!isPunctuation(child)) index += 1;
  }
  return index;
}

function parseName(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
