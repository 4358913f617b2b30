import { JsonScanner } from './json-scanner';

/** Finds the outermost complete objects and arrays of a truncated JSON text. */
export function findCompleteParts(text: string): readonly { readonly from: number; readonly to: number }[] {
  const open: { readonly from: number; parts: { from: number; to: number }[] }[] = [];
  const scanner = new JsonScanner(text);
  for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
    if (type === '{' || type === '[') open.push({ from: scanner.from, parts: [] });
    if (type !== '}' && type !== ']') continue;
    const closed = open.pop();
    if (closed !== undefined) open.at(-1)?.parts.push({ from: closed.from, to: scanner.to });
  }
  return open.flatMap(({ parts }) => parts);
}
