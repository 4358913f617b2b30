import { jsonLanguage } from '@codemirror/lang-json';
import type { SyntaxNode } from '@lezer/common';
import type { JsonPath } from '#core/json/json';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

export type FindPlace = (path: JsonPath) => TextRange;

/**
 * Where the parts of a JSON text stand. A field is found as name and value, or by its name alone where the value spans
 * lines; a field that is not there is found at the end of the object that lacks it. Works on broken JSON too.
 */
export function placesIn(text: string): FindPlace {
  const top = jsonLanguage.parser.parse(text).topNode.firstChild;
  return (path) => (top ? rangeOf(walk(top, path, text), text) : { from: 0, to: text.length });
}

/** Where a path leads: to a value, or to the object or list that lacks its next step. */
interface Place {
  readonly node: SyntaxNode;
  readonly missing: boolean;
}

function walk(top: SyntaxNode, path: JsonPath, text: string): Place {
  let node = top;
  for (const step of path) {
    const next =
      typeof step === 'number' && node.name === 'Array' ? itemOf(node, step) : valueNamed(node, String(step), text);
    if (!next) return { node, missing: true };
    node = next;
  }
  return { node, missing: false };
}

function itemOf(list: SyntaxNode, index: number): SyntaxNode | null {
  const items = childrenOf(list).filter((child) => !['[', ']', ',', '⚠'].includes(child.name));
  return items[index] ?? null;
}

/** The value of a field; of a field that stands there twice, the last one, which is the one that counts. */
function valueNamed(object: SyntaxNode, name: string, text: string): SyntaxNode | null {
  const property = childrenOf(object)
    .filter((child) => child.name === 'Property')
    .findLast((child) => nameOf(child, text) === name);
  return property?.lastChild ?? null;
}

function nameOf(property: SyntaxNode, text: string): string | null {
  const name = property.getChild('PropertyName');
  if (!name) return null;
  try {
    return String(JSON.parse(text.slice(name.from, name.to)));
  } catch {
    return null;
  }
}

function rangeOf({ node, missing }: Place, text: string): TextRange {
  if (missing) return { from: Math.max(node.from, node.to - 1), to: node.to };
  const property = node.parent?.name === 'Property' ? node.parent : null;
  const name = property?.getChild('PropertyName');
  if (text.slice(node.from, node.to).includes('\n')) return name ?? { from: node.from, to: node.from + 1 };
  return { from: property?.from ?? node.from, to: node.to };
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
