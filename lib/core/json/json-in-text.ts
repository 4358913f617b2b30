import { type MessageText, message } from '#core/util/message';
import { decodeEscapedJson, indexOfQuote } from './escaped-json';
import { MAX_FILE_DEPTH } from './json-depth';
import { acceptToken, type ExpectedToken, findJsonFault } from './json-reader';
import { isJsonAtom, isJsonNumber, JsonScanner } from './json-scanner';
import { mayBeginRow, type QuotedCell, QuotedRow } from './quoted-row';

/** A part of a text that has JSON in it. Lines and columns are those of the whole text, from 1. */
export type TextPart = {
  readonly line: number;
  readonly column: number;
} /** A JSON object, or a JSON string that seems to contain one. The contents of strings are not validated. */ & (
  | { readonly type: 'json'; readonly text: string }
  /** An event in invalid JSON. */
  | { readonly type: 'fault'; readonly fault: MessageText }
  /** Lines without JSON. */
  | { readonly type: 'skipped'; readonly lines: number }
);

/** Limit of an object, in UTF-16 units. */
const MAX_OBJECT_CHARS = 32 * 1024 * 1024;
/** Outside of valid JSON, it indicates an event that cannot be read. */
const EID_FIELD = /"eid\\*"\s*:/;
/** The start of an event with its data that is written as an object of JavaScript or Python. */
const EVENT_LITERAL = /(?:^|[{,])\s*(?='?\beid'?\s*:\s*["'][A-Z][^{}]{0,300}\b(?:ets|mid|ver)'?\s*:\s*["'\d])/;
/** Text that may separate objects of an array. */
const BETWEEN_ITEMS = /^[\s[\],]*$/;
/**
 * The start of a JSON object, also within a JSON string or a quoted cell. Nothing else has events.
 * A string may follow other text, as in logfmt. The group is a doubled quote in a cell (RFC 4180, section 2.7).
 */
const BEGIN = /\{|"(?=[^"\\{]*\{(?:\s|\\[nrt])*\\"|\s*\{\s*(""))/g;
/** Characters that begin the lines of a comment, quote, difference or string. In JSON, none begins a line. */
const MARGIN = /^\s*[|>+*]+/;
const MAX_MARGIN_CHARS = 200;
/** Text before an object that can't be JSON, and may be repeated before its other lines. */
const PLAIN_TEXT = /^(?:[^"{}[\]]|\[[^"{}[\]]*\])*$/;
/** A comment of code with an object, which is not a comment of an object. */
const COMMENTED_OBJECT = /^\s*\{\s*(?:"|$)/;
/** The end of a line whose string continues in the next line, as in Java and Kotlin. */
const CONTINUED = /"\s*\+\s*$/;
const CONCATENATION = /"\s*\+\s*\n\s*"/g;
const OBJECT_IN_STRING = /"\s*[[{]/;
const MAX_CODE_LINES = 2_000;
const MAX_CODE_CHARS = 10_000;
/** A line break in XML, before the real one. */
const ENCODED_BREAK = /&#(?:13|10|xd|xa);\s*$/i;

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Limit of the unclosed quotation marks that are stored until a row shows whether the text is a table. */
const MAX_UNCLOSED_QUOTES = 100;

/**
 * Finds the JSON objects of a text that arrives in chunks.
 * The text may be notes, Markdown, logs, dumps with other columns, or tables
 * whose quoted cells span lines (RFC 4180). An event in a row is reported at the row's first line.
 * Comments in objects are removed. Each character is read a few times at most, whatever the text.
 */
export class JsonTextStream {
  readonly #parts: TextPart[] = [];
  #line: number;
  /** Offset of the current line's first character. */
  #column: number;
  /** Pieces of the current line, whose end is in a later chunk. */
  #pieces: string[] = [];
  #piecesLength = 0;
  #isSkippingLine = false;
  /** Pieces of the open object, from its first character, without the current line. */
  #pending: string[] = [];
  #pendingLength = 0;
  #start: Position = { line: 1, column: 1 };
  #open: ('{' | '[')[] = [];
  #expected: ExpectedToken = 'value';
  #inComment = false;
  /** The text before the open object in its first line, such as `> ` or `// `. */
  #margin = '';
  /** Lines of a string that may continue in the next line. */
  #code: string[] = [];
  /**
   * Index of the piece that becomes a comma if one is missing.
   * The comma may be within a comment: `"a": 1 // first,`.
   */
  #commaAt: number | null = null;
  #skipped: { line: number; lines: number; last: number } | null = null;
  /** The row that has an open cell. The current line is the first one of the row. */
  #row: QuotedRow | null = null;
  /** Whether a row had a cell that only tables have. */
  #isTable = false;
  #unclosedQuotes: Position[] = [];
  #faults = 0;

  constructor({ line, column }: Position = { line: 1, column: 1 }) {
    this.#line = line;
    this.#column = column;
  }

  /** Reads a chunk. Returns the parts that it completes. */
  push(chunk: string): readonly TextPart[] {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#endLine(chunk.slice(from, end));
      from = end + 1;
    }
    this.#hold(chunk.slice(from));
    return this.#take();
  }

  /** Returns the remaining parts at the end of the text. */
  end(): readonly TextPart[] {
    this.#endLine('');
    while (this.#row !== null) this.#takeLines(this.#breakRow(this.#row));
    if (this.#open.length > 0) this.#fail('', 0, 0);
    this.#flushSkipped();
    return this.#take();
  }

  #hold(piece: string): void {
    if (piece === '' || this.#isSkippingLine) return;
    this.#pieces.push(piece);
    this.#piecesLength += piece.length;
    if (this.#piecesLength <= MAX_OBJECT_CHARS) return;
    this.#addTooLong({ line: this.#line + (this.#row?.lines.length ?? 0), column: 1 });
    this.#isSkippingLine = true;
    this.#pieces = [];
    this.#piecesLength = 0;
  }

  #endLine(rest: string): void {
    const line = this.#pieces.length === 0 ? rest : this.#pieces.join('') + rest;
    this.#pieces = [];
    this.#piecesLength = 0;
    if (!this.#isSkippingLine) {
      this.#takeCodeLine(line);
      return;
    }
    this.#takeCode(this.#code);
    this.#isSkippingLine = false;
    while (this.#row !== null) this.#takeLines(this.#breakRow(this.#row));
    this.#nextLine();
  }

  #nextLine(): void {
    this.#line += 1;
    this.#column = 1;
  }

  #takeCodeLine(line: string): void {
    if (this.#row !== null) {
      this.#takeLines([line]);
      return;
    }
    const isFirst = this.#code.length === 0;
    const isShort = line.length < MAX_CODE_CHARS && this.#code.length < MAX_CODE_LINES;
    const mayContinue = isShort && line.trimEnd().endsWith('+') && CONTINUED.test(line);
    if (mayContinue && (!isFirst || OBJECT_IN_STRING.test(line))) this.#code.push(line);
    else if (isFirst) this.#takeLines([line]);
    else this.#takeCode([...this.#code, line]);
  }

  /** Takes the lines of a string that code concatenates: `"{" +`. */
  #takeCode(code: readonly string[]): void {
    this.#code = [];
    const nextLine = this.#line + code.length;
    // In code, a string may have tabs.
    const text = code.join('\n').replace(CONCATENATION, '').replaceAll('\t', ' ');
    if (code.length > 0) for (const line of text.split('\n')) this.#takeTextLine(line);
    this.#line = nextLine;
  }

  /** Takes lines as parts of rows with quoted cells, or else as text. */
  #takeLines(lines: readonly string[]): void {
    const waiting = [...lines].reverse();
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      if (this.#row === null && (this.#open.length > 0 || !mayBeginRow(line))) {
        this.#takeTextLine(line);
        continue;
      }
      this.#row ??= new QuotedRow();
      const status = this.#row.push(line);
      if (status === 'closed') this.#endRow(this.#row);
      else if (status === 'plain') {
        this.#row = null;
        this.#takeTextLine(line);
      } else if (status === 'broken') {
        const isFirst = this.#row.lines.length === 0;
        const linesToReread = isFirst ? [] : this.#breakRow(this.#row);
        this.#row = null;
        if (isFirst) this.#takeTextLine(line);
        else {
          waiting.push(line);
          for (const other of linesToReread.reverse()) waiting.push(other);
        }
      } else if (this.#row.length > MAX_OBJECT_CHARS) {
        for (const other of this.#breakRow(this.#row).reverse()) waiting.push(other);
      }
    }
  }

  #takeTextLine(line: string): void {
    this.#scan(line);
    this.#nextLine();
  }

  /** Reads the first line of a broken row as text. Returns its other lines, to be read again. */
  #breakRow(row: QuotedRow): string[] {
    this.#row = null;
    const [first = '', ...rest] = row.lines;
    const quote = row.unclosedQuote;
    const line = this.#line;
    const column = quote?.line === 0 ? this.#column : 1;
    const faultsBefore = this.#faults;
    this.#takeTextLine(first);
    if (quote === null || this.#faults > faultsBefore) return rest;
    if (row.seemsCell) this.#isTable = true;
    if (this.#unclosedQuotes.length < MAX_UNCLOSED_QUOTES)
      this.#unclosedQuotes.push({ line: line + quote.line, column: column + quote.column });
    this.#reportUnclosedQuotes();
    return rest;
  }

  /**
   * Reports unclosed quotation marks as faults if the text is a table.
   * In other texts they aren't faults.
   */
  #reportUnclosedQuotes(): void {
    if (!this.#isTable) return;
    for (const position of this.#unclosedQuotes.splice(0)) {
      this.#addFault({ ...position, fault: message('import.fault.unclosedQuote') });
    }
  }

  #endRow(row: QuotedRow): void {
    this.#row = null;
    const line = this.#line;
    const column = this.#column;
    const parts = withoutEmittedCalls(row.cells).flatMap((cell) => partsOfCell(cell, { line, column }));
    const found = parts.filter(({ type }) => type !== 'skipped');
    this.#line += row.lines.length;
    this.#column = 1;
    if (found.length === 0) this.#addSkipped(line, this.#line - 1);
    else {
      this.#flushSkipped();
      for (const part of found) {
        this.#parts.push(part.type === 'json' && part.line !== line ? { ...part, line, column: 1 } : part);
        if (part.type === 'fault') this.#faults += 1;
      }
    }
    this.#isTable ||= row.hasDoubledQuote;
    this.#reportUnclosedQuotes();
  }

  /** Returns a line of the open object without the text that is before each of its lines. */
  #withoutMargin(line: string): string {
    const margin = this.#margin !== '' && line.startsWith(this.#margin) ? this.#margin : MARGIN.exec(line)?.[0];
    return margin === undefined ? line : ' '.repeat(margin.length) + line.slice(margin.length);
  }

  #scan(written: string): void {
    let line = written.trimEnd().endsWith(';') ? written.replace(ENCODED_BREAK, '') : written;
    const isKey = this.#margin === '' && /^\s*"/.test(line);
    if (this.#open.length > 0 && !this.#inComment && !isKey) line = decodeEscapedJson(this.#withoutMargin(line));
    if (line === '' && this.#open.length > 0) this.#addLine('\n');
    let scanner = new JsonScanner(line);
    let textFrom = 0;
    let quote = 0;
    // All of the rest is decoded at once.
    let isDecoded = false;
    // After an unclosed string, each further one is unclosed, too: all quotes there are escaped.
    let hasUnclosedString = false;
    for (let at = 0; at < line.length; ) {
      if (this.#open.length === 0) {
        BEGIN.lastIndex = at;
        const found = BEGIN.exec(line);
        if (found === null) break;
        const { index: begin, 1: doubledQuote } = found;
        if (line[begin] === '"') {
          this.#skip(line.slice(textFrom, begin));
          if (doubledQuote !== undefined) at = this.#takeCell(line, begin);
          else {
            at = hasUnclosedString ? begin + 1 : this.#takeString(line, begin);
            hasUnclosedString ||= at === begin + 1;
          }
          textFrom = at;
          continue;
        }
        this.#skip(line.slice(textFrom, begin));
        if (quote < begin) quote = indexOfQuote(line, begin);
        if (quote - begin < MAX_MARGIN_CHARS && line.charAt(quote) !== '"' && !isDecoded) {
          const rest = line.slice(begin);
          const decoded = decodeEscapedJson(rest);
          isDecoded = decoded !== rest;
          line = line.slice(0, begin) + decoded;
          scanner = new JsonScanner(line);
          quote = 0;
        }
        const before = begin < MAX_MARGIN_CHARS ? line.slice(0, begin).trimEnd() : '';
        this.#margin = PLAIN_TEXT.test(before) ? before : '';
        this.#start = { line: this.#line, column: this.#column + begin };
        this.#expected = 'value';
        textFrom = begin;
        at = begin;
      }
      scanner.to = at;
      at = this.#scanObject(scanner, line, textFrom);
      textFrom = at;
    }
    if (this.#open.length === 0 && textFrom < line.length) this.#skip(line.slice(textFrom));
  }

  /** Continues the open object, or begins one here. Returns its end in the line, or the end of the line. */
  #scanObject(scanner: JsonScanner, line: string, from: number): number {
    let addedTo = from;
    if (this.#inComment) {
      const end = line.indexOf('*/');
      if (end === -1) return this.#addLine('\n');
      this.#inComment = false;
      addedTo = end + 2;
      scanner.to = addedTo;
    }
    for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
      const at = scanner.from;
      const character = line[at];
      if (character === '/' && this.#open.length > 0 && (line[at + 1] === '/' || line[at + 1] === '*')) {
        const piece = line.slice(addedTo, at);
        this.#addPiece(piece);
        const isToLineEnd = line[at + 1] === '/';
        const end = isToLineEnd ? line.length : line.indexOf('*/', at + 2);
        const comment = line.slice(at + 2, end === -1 ? line.length : end);
        const isCodeBlock = this.#open.length === 1 && this.#expected === 'keyOrClose';
        if (isCodeBlock && COMMENTED_OBJECT.test(comment)) return this.#fail(line, addedTo, at);
        if (this.#expected === 'comma' && comment.trimEnd().endsWith(',')) this.#commaAt = this.#pending.length;
        this.#addPiece(' ');
        if (end === -1 || isToLineEnd) {
          this.#inComment = end === -1;
          return this.#addLine('\n', line.length);
        }
        addedTo = end + 2;
        scanner.to = addedTo;
        continue;
      }
      // Markdown escapes brackets.
      if (character === '\\' && /[[\]]/.test(line.charAt(at + 1)) && this.#open.length > 0) {
        this.#addPiece(line.slice(addedTo, at));
        addedTo = scanner.to;
        continue;
      }
      this.#placeComma(type);
      const next = acceptToken(scanner, this.#expected, this.#open);
      const isRead =
        !scanner.isUnclosed && (type !== 'word' || isJsonNumber(scanner.token) || isJsonAtom(scanner.token));
      if (next === null || !isRead || this.#open.length > MAX_FILE_DEPTH) return this.#fail(line, addedTo, at);
      this.#expected = next;
      if (next !== 'end') continue;
      this.#pending.push(line.slice(addedTo, scanner.to));
      this.#addObject(this.#pending.join(''), this.#start);
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
      this.#addTooLong(this.#start);
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
    this.#addObject(scanner.token, { line: this.#line, column: this.#column + from });
    return scanner.to;
  }

  /** Reads a quoted cell of a row. Returns its end, or the end of the line if the cell is unclosed. */
  #takeCell(line: string, from: number): number {
    let end = line.indexOf('"', from + 1);
    while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    const isClosed = end !== -1;
    const text = line.slice(from + 1, isClosed ? end : line.length).replaceAll('""', '"');
    const position = { line: this.#line, column: this.#column + from + 1 };
    if (findJsonFault(text, MAX_FILE_DEPTH) === null) this.#addObject(text, position);
    else if (EID_FIELD.test(text)) this.#addFault(this.#faultOf(text, position));
    else this.#addSkipped(position.line, position.line);
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
    for (const part of completeParts(text)) {
      rest += text.slice(end, part.from);
      end = part.to;
      const inner = text.slice(part.from, part.to);
      this.#addObject(inner, positionAt(part.from));
    }
    rest += text.slice(end);
    if (EID_FIELD.test(rest)) this.#addFault(this.#faultOf(before + line.slice(from), start));
    else this.#addSkipped(start.line, this.#line);
    // The unexpected character may begin the next object.
    return at;
  }

  #faultOf(text: string, start: Position): Position & { readonly fault: MessageText } {
    const found = findJsonFault(text, MAX_FILE_DEPTH);
    if (found === null) return { ...start, fault: message('jsonFault.invalidJson') };
    const column = found.line === 1 ? start.column + found.column - 1 : found.column;
    return { line: start.line + found.line - 1, column, fault: found.message };
  }

  /** Adds an object if it may be telemetry. Other JSON is skipped without parsing. */
  #addObject(text: string, position: Position): void {
    if (!mayHaveEvent(text) && !mayBeHar(text)) {
      this.#addSkipped(position.line, this.#line);
      return;
    }
    this.#flushSkipped();
    this.#parts.push({ type: 'json', text, ...position });
  }

  #addFault(fault: Position & { readonly fault: MessageText }): void {
    this.#flushSkipped();
    this.#faults += 1;
    this.#parts.push({ type: 'fault', ...fault });
  }

  #addTooLong(position: Position): void {
    this.#addFault({ ...position, fault: message('import.fault.partTooLong', { n: MAX_OBJECT_CHARS / 1024 / 1024 }) });
  }

  #skip(text: string): void {
    if (BETWEEN_ITEMS.test(text)) return;
    const start = { line: this.#line, column: 1 };
    const literal = EVENT_LITERAL.exec(text);
    if (EID_FIELD.test(text)) this.#addFault(this.#faultOf(text, start));
    else if (literal !== null) {
      const { fault } = this.#faultOf(`{${text.slice(literal.index + literal[0].length)}`, start);
      this.#addFault({ ...start, fault });
    } else this.#addSkipped(this.#line, this.#line);
  }

  #addSkipped(first: number, last: number): void {
    this.#skipped ??= { line: first, lines: 0, last: first - 1 };
    this.#skipped.lines += Math.max(0, last - Math.max(first - 1, this.#skipped.last));
    this.#skipped.last = last;
  }

  #flushSkipped(): void {
    const skipped = this.#skipped;
    if (skipped !== null) this.#parts.push({ type: 'skipped', line: skipped.line, column: 1, lines: skipped.lines });
    this.#skipped = null;
  }

  #reset(): void {
    this.#pending = [];
    this.#pendingLength = 0;
    this.#open = [];
    this.#expected = 'value';
    this.#inComment = false;
    this.#commaAt = null;
  }

  #take(): readonly TextPart[] {
    return this.#parts.splice(0);
  }
}

function partsOfCell({ text, line, column }: QuotedCell, row: Position): readonly TextPart[] {
  if (!mayHaveEvent(text) && !mayBeHar(text)) return [];
  const stream = new JsonTextStream({ line: row.line + line, column: line === 0 ? row.column + column : column + 1 });
  return [...stream.push(text), ...stream.end()];
}

/** The start of a call in a cell. */
const CALL = /^\s*\{\s*"method"\s*:\s*"[^"\\]*"\s*,\s*"args"\s*:/;

/** Drops the calls of a row with an event, such as a row of a CSV export: the call emitted that event. */
function withoutEmittedCalls(cells: readonly QuotedCell[]): readonly QuotedCell[] {
  const others = cells.filter(({ text }) => !CALL.test(text));
  return others.some(({ text }) => /^\{[\s\S]*\}$/.test(text.trim()) && EID_FIELD.test(text)) ? others : cells;
}

const EVENT_NAME = /eid(?:\\*"|%22)|"args"/;

/** Whether a text may contain an event or a call, by a possibly escaped or encoded field name. */
export function mayHaveEvent(text: string): boolean {
  return EVENT_NAME.test(text);
}

/** Whether a text may be a HAR file with request bodies. Its events may be in compressed bodies. */
export function mayBeHar(text: string): boolean {
  return text.includes('"entries"') && text.includes('"postData"');
}

/** Returns the outermost complete objects and arrays of a truncated JSON text. */
function completeParts(text: string): readonly { readonly from: number; readonly to: number }[] {
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

/** Creates a function that returns the position of an offset in a text. Offsets must ascend. */
function createPositionFinder(text: string, start: Position): (offset: number) => Position {
  let line = start.line;
  let lineStart = 1 - start.column;
  let searched = 0;
  return (offset) => {
    for (let end = text.indexOf('\n', searched); end !== -1 && end < offset; end = text.indexOf('\n', searched)) {
      line += 1;
      lineStart = end + 1;
      searched = end + 1;
    }
    return { line, column: offset - lineStart + 1 };
  };
}
