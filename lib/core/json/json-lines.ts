import { JsonScanner } from './json-scanner';

/** Deeper levels are indented no further: a text of 100,000 levels would have lines of 200 kB. */
const MAX_INDENT_LEVELS = 100;

/**
 * Lays JSON text out, line by line: laid out as a whole, 4 MB of brackets are longer than any string.
 * Values stay as they are written. Takes only text that is JSON.
 */
export function* splitJsonLines(text: string): Generator<string> {
  const scanner = new JsonScanner(text);
  let line = '';
  let depth = 0;
  let isFirst = false;
  let isAfterComma = false;
  for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
    const isClosing = type === '}' || type === ']';
    const isOpening = type === '{' || type === '[';
    if (isClosing) depth -= 1;
    if (isAfterComma || isFirst !== isClosing) {
      yield line;
      line = '  '.repeat(Math.min(depth, MAX_INDENT_LEVELS));
    }
    line += type === ':' ? ': ' : scanner.token;
    if (isOpening) depth += 1;
    isFirst = isOpening;
    isAfterComma = type === ',';
  }
  yield line;
}
