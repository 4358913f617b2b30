import type { Json, JsonPath } from '#core/json/json';
import { childrenOf } from './tree-lines';

/** More would be of no help to anyone who looks for something. */
const MAX_MATCHES = 500;

/** Places whose key or value has the text in it, whatever the letter case, from top to bottom. */
export function findInTree(root: Json, text: string): readonly JsonPath[] {
  const wanted = text.trim().toLowerCase();
  const found: JsonPath[] = [];
  if (wanted === '') return found;
  const visit = (value: Json, path: JsonPath) => {
    for (const [name, child] of childrenOf(value, path)) {
      if (found.length >= MAX_MATCHES) return;
      const childPath = [...path, name];
      if (has(name, wanted) || (typeof child !== 'object' && has(child, wanted))) found.push(childPath);
      visit(child, childPath);
    }
  };
  visit(root, []);
  return found;
}

function has(value: string | number | boolean, wanted: string): boolean {
  return String(value).toLowerCase().includes(wanted);
}
