import { endOfJsonString } from './json-string';

/** Deeper levels are indented no further: a text of 100,000 levels would have lines of 200 kB. */
const MAX_INDENT_LEVELS = 100;

const space = /[ \t\r\n]*/y;
const bareToken = /[^,\]}\s]+/y;

/**
 * Lays JSON text out, line by line: laid out as a whole, 4 MB of brackets are longer than any string. Values stay as they
 * are written. Takes only text that is JSON.
 */
export function* jsonLines(text: string): Generator<string> {
  let line = '';
  let depth = 0;
  let previous = '';
  for (const token of tokensOf(text)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth -= 1;
    const isFirst = previous === '{' || previous === '[';
    if (previous === ',' || isFirst !== isClosing) {
      yield line;
      line = '  '.repeat(Math.min(depth, MAX_INDENT_LEVELS));
    }
    line += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    previous = token;
  }
  yield line;
}

function* tokensOf(text: string): Generator<string> {
  let offset = after(space, text, 0);
  while (offset < text.length) {
    const end = endOfToken(text, offset);
    yield text.slice(offset, end);
    offset = after(space, text, end);
  }
}

function endOfToken(text: string, offset: number): number {
  const first = text.charAt(offset);
  if ('{}[],:'.includes(first)) return offset + 1;
  return first === '"' ? endOfJsonString(text, offset) : after(bareToken, text, offset);
}

function after(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
