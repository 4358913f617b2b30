import { type MessageText, message } from '#core/util/message';
import { findCompleteParts } from './complete-parts';
import {
  DOUBLED_ESCAPE,
  decodeDoubledEscapes,
  decodeEscapedJson,
  indexOfQuote,
  SHELL_APOSTROPHE,
} from './escaped-json';
import { MAX_FILE_DEPTH } from './json-depth';
import { acceptToken, type ExpectedToken, findJsonFault } from './json-reader';
import { isJsonAtom, isJsonNumber, JsonScanner } from './json-scanner';
import { LineMargin, MAX_MARGIN_CHARS } from './line-margin';
import { createPositionFinder } from './position-finder';
import { EID_FIELD, MAX_OBJECT_CHARS, type TextParts, type TextPosition } from './text-parts';

/** The start of an event with its data that is written as an object of JavaScript or Python. */
const EVENT_LITERAL = /(?:^|[{,])\s*(?='?\beid'?\s*:\s*["'][A-Z][^{}]{0,300}\b(?:ets|mid|ver)'?\s*:\s*["'\d])/;
/** Text that may separate objects of an array. */
const BETWEEN_ITEMS = /^[\s[\],]*$/;
/**
 * The start of a JSON object, also within a JSON string or a quoted cell. Nothing else has events.
 * A string may follow other text, as in logfmt. The group is a doubled quote in a cell (RFC 4180, section 2.7).
 */
const BEGIN = /\{|"(?=[^"\\{]*\{(?:\s|\\[nrt])*\\"|\s*\{\s*(""))/g;
/** The start of an object that is commented out in code, unlike the text of a comment within an object. */
const COMMENTED_OBJECT = /^\s*\{\s*(?:"|$)/;
/** A line break in XML before the real line break, or the mark of psql for a value that continues in the next line. */
const LINE_END = /(?:&#(?:13|10|xd|xa);|\s\+)\s*$/i;
/** Colors and styles of a terminal (ECMA-48, SGR). */
const STYLE = /\p{Cc}\[[\d;]*m/gu;

/**
 * Finds JSON objects in the lines of a text, also within strings and cells. An object may span lines.
 * Removes comments in objects, and text that is before each line of an object.
 */
export class JsonObjectFinder {
  readonly #parts: TextParts;
  #line = 1;
  /** Column of the current line's first character. */
  #column = 1;
  /** Pieces of the open object, from its first character, without the current line. */
  #pending: string[] = [];
  #pendingLength = 0;
  #start: TextPosition = { line: 1, column: 1 };
  #open: ('{' | '[')[] = [];
  #expected: ExpectedToken = 'value';
  #isInComment = false;
  readonly #margin = new LineMargin();
  /**
   * Index of the piece that becomes a comma if a comma is missing.
   * The comma may be within a comment: `"a": 1 // first,`.
   */
  #commaAt: number | null = null;

  constructor(parts: TextParts) {
    this.#parts = parts;
  }

  /** Whether an object continues in the next line. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Reads a line. `position` is that of its first character. */
  push(line: string, { line: number, column }: TextPosition): void {
    this.#line = number;
    this.#column = column;
    this.#scan(line);
  }

  /** Ends an object that is still open at the end of the text. */
  end(line: number): void {
    this.#line = line;
    if (!this.isOpen) return;
    // The last line has no line feed.
    this.#pending = [this.#pending.join('').slice(0, -1)];
    this.#fail('', 0, 0);
  }

  #scan(rawLine: string): void {
    let line = withoutDecoration(rawLine).replace(SHELL_APOSTROPHE, "'");
    const isKey = this.#margin.isEmpty && /^\s*"/.test(line);
    if (this.#open.length > 0 && !this.#isInComment && !isKey) line = decodeEscapedJson(this.#margin.removeFrom(line));
    if (line === '' && this.#open.length > 0) this.#addLine('\n');
    let scanner = new JsonScanner(line);
    let textFrom = 0;
    let quote = -1;
    // Decoding applies to the whole rest of the line.
    let isDecoded = false;
    // Each line is decoded once at most, so that the time is linear.
    let mayBeDoubled = line.includes('\\') && DOUBLED_ESCAPE.test(line);
    // After an unclosed string, all quotation marks are escaped, so further strings are unclosed, too.
    let hasUnclosedString = false;
    for (let offset = 0; offset < line.length; ) {
      if (this.#open.length === 0) {
        BEGIN.lastIndex = offset;
        const match = BEGIN.exec(line);
        if (match === null) break;
        const { index: begin, 1: doubledQuote } = match;
        if (line[begin] === '"') {
          this.#skip(line.slice(textFrom, begin));
          if (doubledQuote !== undefined) offset = this.#takeCell(line, begin);
          else {
            offset = hasUnclosedString ? begin + 1 : this.#takeString(line, begin);
            hasUnclosedString ||= offset === begin + 1;
          }
          textFrom = offset;
          continue;
        }
        this.#skip(line.slice(textFrom, begin));
        if (quote < begin) quote = indexOfQuote(line, begin);
        const isEscaped = quote - begin < MAX_MARGIN_CHARS && line.charAt(quote) !== '"';
        if (!isDecoded && (isEscaped || mayBeDoubled)) {
          const rest = line.slice(begin);
          const decoded = isEscaped ? decodeEscapedJson(rest) : decodeDoubledEscapes(rest);
          mayBeDoubled &&= decoded !== null;
          if (decoded !== null && decoded !== rest) {
            isDecoded = true;
            line = line.slice(0, begin) + decoded;
            scanner = new JsonScanner(line);
            quote = -1;
          }
        }
        this.#margin.begin(line, begin);
        this.#start = { line: this.#line, column: this.#column + begin };
        this.#expected = 'value';
        textFrom = begin;
        offset = begin;
      }
      scanner.to = offset;
      offset = this.#scanObject(scanner, line, textFrom);
      textFrom = offset;
    }
    if (this.#open.length === 0 && textFrom < line.length) this.#skip(line.slice(textFrom));
  }

  /** Continues the open object, or begins an object. Returns its end in the line, or the end of the line. */
  #scanObject(scanner: JsonScanner, line: string, from: number): number {
    let addedTo = from;
    if (this.#isInComment) {
      const end = line.indexOf('*/');
      if (end === -1) return this.#addLine('\n');
      this.#isInComment = false;
      addedTo = end + 2;
      scanner.to = addedTo;
    }
    for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
      const offset = scanner.from;
      const character = line[offset];
      if (character === '/' && this.#open.length > 0 && (line[offset + 1] === '/' || line[offset + 1] === '*')) {
        const piece = line.slice(addedTo, offset);
        this.#addPiece(piece);
        const isToLineEnd = line[offset + 1] === '/';
        const end = isToLineEnd ? line.length : line.indexOf('*/', offset + 2);
        const comment = line.slice(offset + 2, end === -1 ? line.length : end);
        const isCodeBlock = this.#open.length === 1 && this.#expected === 'keyOrClose';
        if (isCodeBlock && COMMENTED_OBJECT.test(comment)) return this.#fail(line, addedTo, offset);
        if (this.#expected === 'comma' && comment.trimEnd().endsWith(',')) this.#commaAt = this.#pending.length;
        this.#addPiece(' ');
        if (end === -1 || isToLineEnd) {
          this.#isInComment = end === -1;
          return this.#addLine('\n', line.length);
        }
        addedTo = end + 2;
        scanner.to = addedTo;
        continue;
      }
      // Markdown escapes brackets.
      if (character === '\\' && /[[\]]/.test(line.charAt(offset + 1)) && this.#open.length > 0) {
        this.#addPiece(line.slice(addedTo, offset));
        addedTo = scanner.to;
        continue;
      }
      this.#placeComma(type);
      const next = acceptToken(scanner, this.#expected, this.#open);
      const isRead =
        !scanner.isUnclosed && (type !== 'word' || isJsonNumber(scanner.token) || isJsonAtom(scanner.token));
      if (next === null || !isRead || this.#open.length > MAX_FILE_DEPTH) return this.#fail(line, addedTo, offset);
      this.#expected = next;
      if (next !== 'end') continue;
      this.#pending.push(line.slice(addedTo, scanner.to));
      this.#parts.addObject(this.#pending.join(''), this.#start, this.#line);
      this.#reset();
      return scanner.to;
    }
    return this.#addLine(`${line.slice(addedTo)}\n`, line.length);
  }

  /** Inserts a missing comma that was written into a comment. */
  #placeComma(type: JsonScanner['type']): void {
    if (this.#commaAt === null) return;
    if (type !== ',' && type !== '}' && type !== ']' && this.#expected === 'comma') {
      this.#pending[this.#commaAt] = ',';
      this.#expected = this.#open.at(-1) === '{' ? 'key' : 'value';
    }
    this.#commaAt = null;
  }

  #addPiece(piece: string): void {
    this.#pending.push(piece);
    this.#pendingLength += piece.length;
  }

  #addLine(piece: string, end = Number.POSITIVE_INFINITY): number {
    this.#addPiece(piece);
    if (this.#pendingLength > MAX_OBJECT_CHARS) {
      this.#parts.addTooLong(this.#start);
      this.#reset();
    }
    return end;
  }

  /**
   * Reads a JSON string that begins like an object.
   * Returns its end, or skips its quote if it is unclosed.
   */
  #takeString(line: string, from: number): number {
    const scanner = new JsonScanner(line, from);
    scanner.next();
    if (scanner.isUnclosed) return from + 1;
    this.#parts.addObject(scanner.token, { line: this.#line, column: this.#column + from }, this.#line);
    return scanner.to;
  }

  /** Reads a quoted cell of a row. Returns its end, or the end of the line if the cell is unclosed. */
  #takeCell(line: string, from: number): number {
    let end = line.indexOf('"', from + 1);
    while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    const isClosed = end !== -1;
    const text = line.slice(from + 1, isClosed ? end : line.length).replaceAll('""', '"');
    const position = { line: this.#line, column: this.#column + from + 1 };
    if (findJsonFault(text, MAX_FILE_DEPTH) === null) this.#parts.addObject(text, position, this.#line);
    else if (EID_FIELD.test(text)) this.#parts.addFault(this.#faultOf(text, position));
    else this.#parts.addSkipped(position.line, position.line);
    return isClosed ? end + 1 : line.length;
  }

  /**
   * Ends an object that is invalid JSON at this offset.
   * Adds its complete parts, or reports its event as a fault.
   */
  #fail(line: string, from: number, at: number): number {
    const before = this.#pending.join('');
    const text = before + line.slice(from, at);
    const start = this.#start;
    this.#reset();
    let rest = '';
    let end = 0;
    const positionAt = createPositionFinder(text, start);
    for (const part of findCompleteParts(text)) {
      rest += text.slice(end, part.from);
      end = part.to;
      const inner = text.slice(part.from, part.to);
      this.#parts.addObject(inner, positionAt(part.from), this.#line);
    }
    rest += text.slice(end);
    if (EID_FIELD.test(rest)) this.#parts.addFault(this.#faultOf(before + line.slice(from), start));
    else this.#parts.addSkipped(start.line, this.#line);
    // The unexpected character may begin the next object.
    return at;
  }

  #faultOf(text: string, start: TextPosition): TextPosition & { readonly fault: MessageText } {
    const jsonFault = findJsonFault(text, MAX_FILE_DEPTH);
    if (jsonFault === null) return { ...start, fault: message('jsonFault.invalidJson') };
    const column = jsonFault.line === 1 ? start.column + jsonFault.column - 1 : jsonFault.column;
    return { line: start.line + jsonFault.line - 1, column, fault: jsonFault.message };
  }

  #skip(text: string): void {
    if (BETWEEN_ITEMS.test(text)) return;
    const start = { line: this.#line, column: 1 };
    const literal = EVENT_LITERAL.exec(text);
    if (EID_FIELD.test(text)) this.#parts.addFault(this.#faultOf(text, start));
    else if (literal !== null) {
      const { fault } = this.#faultOf(`{${text.slice(literal.index + literal[0].length)}`, start);
      this.#parts.addFault({ ...start, fault });
    } else this.#parts.addSkipped(this.#line, this.#line);
  }

  #reset(): void {
    this.#pending = [];
    this.#pendingLength = 0;
    this.#open = [];
    this.#expected = 'value';
    this.#isInComment = false;
    this.#commaAt = null;
  }
}

/** Returns a line without what programs add to it for a terminal, a table or XML. */
function withoutDecoration(line: string): string {
  const plain = line.includes('\u001b') ? line.replace(STYLE, '') : line;
  const last = plain.trimEnd().at(-1);
  return last === ';' || last === '+' ? plain.replace(LINE_END, '') : plain;
}
