import { MAX_JSON_DEPTH } from './json-depth';

/** Where a text stops being JSON (RFC 8259), and what would be right there. */
export interface JsonFault {
  /** From 0, in UTF-16 units, as editors and `String.slice` count. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** What was found and what is needed, without the place. */
  readonly message: string;
}

type Expected = 'value' | 'item or ]' | 'key or }' | 'key' | 'colon' | 'comma or close' | 'end';

const needs: Readonly<Record<Expected, string>> = {
  value: 'a value is needed',
  'item or ]': 'a value or ] is needed',
  'key or }': 'a field name in double quotes or } is needed',
  key: 'a field name in double quotes is needed',
  colon: 'a colon is needed after the field name',
  'comma or close': 'a comma or a closing bracket is needed',
  end: 'nothing more is expected',
};

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const space = /[ \t\r\n]*/y;

/**
 * The first fault of a text that is not JSON or nested too deeply, or null where there is none. Engines word their own errors differently and
 * some leave out the place; this says the same in each. A loop, not a recursion: texts may be nested by the thousand.
 */
export function faultOf(text: string, maxDepth = MAX_JSON_DEPTH): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let offset = after(space, text, 0);
  while (offset < text.length) {
    const found = text.charAt(offset);
    const next = step(found, expected, open);
    if (next === null) return faultAt(text, offset, `${foundText(text, offset)}; ${needText(found, expected, open)}`);
    if (open.length > maxDepth)
      return faultAt(text, offset, `Objects and arrays are nested deeper than ${maxDepth} levels`);
    const end = isPunctuation(found) ? offset + 1 : endOfScalar(text, offset);
    if (typeof end !== 'number') return faultAt(text, end.offset, end.message);
    expected = next;
    offset = after(space, text, end);
  }
  if (expected === 'end') return null;
  const unclosed = open.length === 0 ? '' : ` Not closed: ${open.slice(-10).join(' ')}`;
  return faultAt(text, offset, `The text ends too early: ${needs[expected]}.${unclosed}`);
}

/** What is expected after this character; null where it does not fit. Opens and closes brackets. */
function step(found: string, expected: Expected, open: ('{' | '[')[]): Expected | null {
  const wantsValue = expected === 'value' || expected === 'item or ]';
  if (found === '{' || found === '[') {
    if (wantsValue) open.push(found);
    return wantsValue ? (found === '{' ? 'key or }' : 'item or ]') : null;
  }
  if (found === '}' || found === ']') return close(found, expected, open);
  if (found === ',') return expected === 'comma or close' ? (open.at(-1) === '{' ? 'key' : 'value') : null;
  if (found === ':') return expected === 'colon' ? 'value' : null;
  if (wantsValue && /["\-\dtfn]/.test(found)) return afterValue(open);
  return found === '"' && (expected === 'key' || expected === 'key or }') ? 'colon' : null;
}

function close(found: string, expected: Expected, open: ('{' | '[')[]): Expected | null {
  const isMatching = open.at(-1) === (found === '}' ? '{' : '[');
  const isAllowed = expected === 'comma or close' || expected === (found === '}' ? 'key or }' : 'item or ]');
  if (!isMatching || !isAllowed) return null;
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly unknown[]): Expected {
  return open.length === 0 ? 'end' : 'comma or close';
}

function isPunctuation(found: string): boolean {
  return '{}[],:'.includes(found);
}

function endOfScalar(text: string, offset: number): number | { offset: number; message: string } {
  if (text.charAt(offset) === '"') return endOfString(text, offset);
  const end = after(literal, text, offset);
  const isWord = /[\w.+-]/.test(text.charAt(end));
  if (end > offset && !isWord) return end;
  return {
    offset,
    message: `${foundText(text, offset)}; a number, true, false, null or a string in double quotes is needed`,
  };
}

function endOfString(text: string, start: number): number | { offset: number; message: string } {
  let offset = start + 1;
  while (offset < text.length) {
    const unit = text.charCodeAt(offset);
    if (unit === 0x22) return offset + 1;
    if (unit < 0x20) return { offset, message: 'A string goes over the end of its line; close it, or write \\n' };
    const end = unit === 0x5c ? after(escapeSequence, text, offset) : offset + 1;
    if (end === offset) return { offset, message: 'A backslash stands before a character that needs none; write \\\\' };
    offset = end;
  }
  return { offset: start, message: 'A string begins here and is not closed' };
}

function after(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

function foundText(text: string, offset: number): string {
  const word = /[\w.+-]{1,20}/y;
  const end = after(word, text, offset);
  return `Found ${end > offset ? text.slice(offset, end) : String.fromCodePoint(text.codePointAt(offset) ?? 0)}`;
}

function needText(found: string, expected: Expected, open: readonly string[]): string {
  const isClosing = found === '}' || found === ']';
  if (isClosing && (expected === 'key' || (expected === 'value' && open.at(-1) === '[')))
    return 'remove the comma before it';
  if (found === "'" && expected !== 'end') return 'use double quotes';
  return needs[expected];
}

function faultAt(text: string, offset: number, message: string): JsonFault {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  const column = offset - lineStart + 1;
  return { offset, line, column, message: /[.{[]$/.test(message) ? message : `${message}.` };
}
