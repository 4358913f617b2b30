import { JsonScanner } from './json-scanner';

/** Limit of the indentation. Without it, a text of 100,000 levels would have lines of 200 kB. */
const MAX_INDENT_LEVELS = 100;

/**
 * Pretty-prints valid JSON text, line by line. Values stay unchanged.
 * As one string, 4 MB of brackets would exceed the maximum length.
 */
export function* splitJsonLines(text: string): Generator<string> {
  const scanner = new JsonScanner(text);
  let line = '';
  let depth = 0;
  let isAfterOpening = false;
  let isAfterComma = false;
  for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
    const isClosing = type === '}' || type === ']';
    const isOpening = type === '{' || type === '[';
    if (isClosing) depth -= 1;
    if (isAfterComma || isAfterOpening !== isClosing) {
      yield line;
      line = '  '.repeat(Math.min(depth, MAX_INDENT_LEVELS));
    }
    line += type === ':' ? ': ' : scanner.token;
    if (isOpening) depth += 1;
    isAfterOpening = isOpening;
    isAfterComma = type === ',';
  }
  yield line;
}
