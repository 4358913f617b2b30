import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { Json } from './json';
import { isDeeperThan, MAX_JSON_DEPTH } from './json-depth';
import { isJsonAtom, isJsonNumber, JsonScanner, type JsonTokenType } from './json-scanner';

/** The position at which a text stops being JSON (RFC 8259), and the expected token. */
export interface JsonFault {
  /** Offset in UTF-16 units, from 0. */
  readonly offset: number;
  /** Counts from 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** The found and the expected token, without the position. */
  readonly message: MessageText;
}

/** Role of a token in the grammar: an opening or closing bracket, a field name, or a scalar value. */
export type JsonRole = 'open' | 'close' | 'key' | 'scalar';

/** The next token that the grammar allows. */
export type ExpectedToken = 'value' | 'item' | 'keyOrClose' | 'key' | 'colon' | 'comma' | 'end';

/**
 * Parses JSON text. A fault has the position and the expected token.
 * Nesting deeper than `maxDepth` is a fault.
 */
export function readJson(text: string, maxDepth = MAX_JSON_DEPTH): Result<Json, JsonFault> {
  try {
    const json: Json = JSON.parse(text);
    if (!isDeeperThan(json, maxDepth)) return succeed(json);
  } catch {
    // Error messages differ by engine and may lack the position; `findJsonFault` is the same in each.
  }
  return fail(findJsonFault(text, maxDepth) ?? faultAt(text, 0, message('jsonFault.invalidJson')));
}

/** Finds the first fault of a text that isn't JSON or is nested deeper than `maxDepth`, or `null`. */
export function findJsonFault(text: string, maxDepth = MAX_JSON_DEPTH): JsonFault | null {
  return walkJson(text, () => {}, maxDepth);
}

/** Whether the code of a fault, without `jsonFault.`, begins with `code`. */
export function isFault({ message: sentence }: JsonFault, code: string): boolean {
  const [first] = Array.isArray(sentence) ? sentence : [sentence];
  return typeof first === 'object' && 'code' in first && first.code.startsWith(`jsonFault.${code}`);
}

/**
 * Reads a text token by token. Returns its first fault, or null at its end.
 * Calls `onToken` with each valid token except commas and colons. A loop and no recursion: texts may have thousands of
 * nested levels.
 */
export function walkJson(
  text: string,
  onToken: (scanner: JsonScanner, role: JsonRole) => void,
  maxDepth = Number.POSITIVE_INFINITY,
): JsonFault | null {
  const scanner = new JsonScanner(text);
  const open: ('{' | '[')[] = [];
  let expected: ExpectedToken = 'value';
  for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
    const next = acceptToken(scanner, expected, open);
    if (next === null) return faultAt(text, scanner.from, misplacedTokenMessage(scanner, expected, open));
    if (open.length > maxDepth) return faultAt(text, scanner.from, message('jsonFault.tooDeep', { n: maxDepth }));
    const innerFault = findInnerFault(scanner);
    if (innerFault) return faultAt(text, innerFault.offset, innerFault.message);
    const role = roleOf(type, next);
    if (role) onToken(scanner, role);
    expected = next;
  }
  if (expected === 'end') return null;
  return faultAt(text, scanner.from, unexpectedEndMessage(expected, open));
}

/** Returns one message with the position of a fault and its sentence. */
export function faultMessage({ line, column, message: sentence }: Omit<JsonFault, 'offset'>): Message {
  return message('form.jsonFault', { line: String(line), column: String(column), message: sentence });
}

/**
 * Accepts the current token and updates the open brackets.
 * Returns the next expected token, or null if invalid.
 */
export function acceptToken(
  { type, text, from }: JsonScanner,
  expected: ExpectedToken,
  open: ('{' | '[')[],
): ExpectedToken | null {
  const wantsValue = expected === 'value' || expected === 'item';
  switch (type) {
    case '{':
    case '[':
      if (!wantsValue) return null;
      open.push(type);
      return type === '{' ? 'keyOrClose' : 'item';
    case '}':
    case ']':
      return close(type, expected, open);
    case ',':
      if (expected !== 'comma') return null;
      return open.at(-1) === '{' ? 'key' : 'value';
    case ':':
      return expected === 'colon' ? 'value' : null;
    case 'string':
      if (wantsValue) return afterValue(open);
      return expected === 'key' || expected === 'keyOrClose' ? 'colon' : null;
    case 'word':
      return wantsValue && /[-\dtfn]/.test(text.charAt(from)) ? afterValue(open) : null;
    case 'end':
      return null;
  }
}

function close(type: '}' | ']', expected: ExpectedToken, open: ('{' | '[')[]): ExpectedToken | null {
  const isMatching = open.at(-1) === (type === '}' ? '{' : '[');
  const isAllowed = expected === 'comma' || expected === (type === '}' ? 'keyOrClose' : 'item');
  if (!isMatching || !isAllowed) return null;
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly unknown[]): ExpectedToken {
  return open.length === 0 ? 'end' : 'comma';
}

function roleOf(type: JsonTokenType, next: ExpectedToken): JsonRole | null {
  if (type === '{' || type === '[') return 'open';
  if (type === '}' || type === ']') return 'close';
  if (type === 'string' && next === 'colon') return 'key';
  return type === 'string' || type === 'word' ? 'scalar' : null;
}

interface InnerFault {
  readonly offset: number;
  readonly message: Message;
}

/** Finds a fault within a string or a word. */
function findInnerFault(scanner: JsonScanner): InnerFault | null {
  if (scanner.type === 'string') return stringFault(scanner);
  return scanner.type === 'word' ? wordFault(scanner) : null;
}

function wordFault(scanner: JsonScanner): InnerFault | null {
  const { token, from } = scanner;
  if (isJsonNumber(token) || isJsonAtom(token)) return null;
  return { offset: from, message: message('jsonFault.notAScalar', { found: foundText(scanner) }) };
}

const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function stringFault({ text, from, to }: JsonScanner): InnerFault | null {
  for (let offset = from + 1; offset < to; ) {
    const unit = text.charCodeAt(offset);
    if (unit === 0x22) return null;
    if (unit === 0x0a || unit === 0x0d) return { offset, message: message('jsonFault.lineBreakInString') };
    if (unit < 0x20) return { offset, message: message('jsonFault.controlInString', { found: unitName(unit) }) };
    escapeSequence.lastIndex = offset;
    if (unit === 0x5c && !escapeSequence.test(text)) return { offset, message: message('jsonFault.invalidEscape') };
    offset = unit === 0x5c ? escapeSequence.lastIndex : offset + 1;
  }
  return { offset: from, message: message('jsonFault.stringNotClosed') };
}

function misplacedTokenMessage(scanner: JsonScanner, expected: ExpectedToken, open: readonly string[]): Message {
  const { type, text, from } = scanner;
  const found = foundText(scanner, expected);
  const isAfterComma = expected === 'key' || (expected === 'value' && open.at(-1) === '[');
  if ((type === '}' || type === ']') && isAfterComma) return message('jsonFault.trailingComma', { found });
  if (text[from] === "'" && expected !== 'end') return message('jsonFault.singleQuotes');
  return message(`jsonFault.${expected}Expected`, { found });
}

/** Literals of other languages, and words too short to be a secret. */
const HARMLESS_WORD = /^(?:[-+]?(?:undefined|NaN|Infinity|None|nil|true|false|null)|.{1,3})$/i;
/** A character that only looks like layout, such as the space U+00A0 of copied web pages. */
const INVISIBLE = /^[\p{Z}\p{C}]/u;
/** An unquoted key, as in JavaScript. */
const BARE_KEY = /^[a-z_$]{1,20}$/i;

/**
 * Returns the found token for a message.
 * Returns only the first character of a word that may contain a secret.
 * A later search for secrets would not recognize half of a secret.
 */
function foundText({ type, text, from, to }: JsonScanner, expected: ExpectedToken | null = null): string {
  if (type !== 'word') return text.charAt(from);
  const word = text.slice(from, to);
  if (INVISIBLE.test(word)) return unitName(word.charCodeAt(0));
  const isKey = (expected === 'key' || expected === 'keyOrClose') && BARE_KEY.test(word);
  return isKey || HARMLESS_WORD.test(word) ? word : text.charAt(from);
}

function unitName(unit: number): string {
  return `U+${unit.toString(16).padStart(4, '0').toUpperCase()}`;
}

const endCodes = {
  value: 'endsBeforeValue',
  item: 'endsBeforeItem',
  keyOrClose: 'endsBeforeKeyOrClose',
  key: 'endsBeforeKey',
  colon: 'endsBeforeColon',
  comma: 'endsBeforeComma',
} as const;

function unexpectedEndMessage(expected: Exclude<ExpectedToken, 'end'>, open: readonly string[]): MessageText {
  const sentence = message(`jsonFault.${endCodes[expected]}`);
  return open.length === 0 ? sentence : [sentence, message('jsonFault.unclosed', { open: open.slice(-10).join(' ') })];
}

function faultAt(text: string, offset: number, sentence: MessageText): JsonFault {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return { offset, line, column: offset - lineStart + 1, message: sentence };
}
