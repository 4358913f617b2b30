import { type MessageText, message } from '#core/util/message';
import { MAX_FILE_DEPTH } from './json-depth';
import { acceptToken, type ExpectedToken, findJsonFault } from './json-reader';
import { isJsonAtom, isJsonNumber, JsonScanner } from './json-scanner';
import { mayBeginRow, type QuotedCell, QuotedRow } from './quoted-row';

/** Something of a text that has JSON in it. Lines and columns are those of the whole text, from 1. */
export type TextPart = {
  readonly line: number;
  readonly column: number;
} /** A JSON object, or a JSON string that seems to hold one. Its grammar is checked, not what its strings contain. */ & (
  | { readonly type: 'json'; readonly text: string }
  /** An event that is no JSON. */
  | { readonly type: 'fault'; readonly fault: MessageText }
  /** Lines that are no JSON. */
  | { readonly type: 'skipped'; readonly lines: number }
);

/** Longest object that is read, in UTF-16 units. */
const MAX_OBJECT_CHARS = 32 * 1024 * 1024;
/** A text that has it where no JSON is holds an event that cannot be read. */
const EID_FIELD = /"eid\\*"\s*:/;
/** Text that may separate objects of an array. */
const BETWEEN_ITEMS = /^[\s[\],]*$/;
/**
 * A JSON object, or one in a JSON string, also behind other text as in logfmt, or in a quoted cell of comma-separated
 * values. Nothing else has events. In such a cell a quote is doubled (RFC 4180, section 2.7): the group.
 */
const BEGIN = /\{|"(?=[^"\\{]*\{\s*\\"|\s*\{\s*(""))/g;

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Quotation marks that are not closed and wait for a row that shows whether the text is a table. */
const MAX_WAITING_QUOTES = 100;

/**
 * Finds the JSON objects of a text that arrives in chunks: notes, Markdown, logs, dumps with other columns, and tables
 * whose quoted cells go over lines (RFC 4180). An event of a row stands in the row's first line.
 * Comments in them are omitted. Each character is looked at a few times at most, whatever the text.
 */
export class JsonTextStream {
  readonly #parts: TextPart[] = [];
  #line: number;
  /** Offset of the current line's first character. */
  #column: number;
  /** The line that is not whole yet. */
  #pieces: string[] = [];
  #piecesLength = 0;
  #isSkippingLine = false;
  /** The object that is open, from its first character, without the current line. */
  #held: string[] = [];
  #heldLength = 0;
  #start: Place = { line: 1, column: 1 };
  #open: ('{' | '[')[] = [];
  #expected: ExpectedToken = 'value';
  #inComment = false;
  /** Place in what is held where a comma goes, if one was written into the comment before it: `"a": 1 // first,`. */
  #commaAt: number | null = null;
  #skipped: { line: number; lines: number; last: number } | null = null;
  /** The row whose cell is open. The current line is its first one. */
  #row: QuotedRow | null = null;
  /** A row has a cell as only tables have them. */
  #isTable = false;
  #unclosedQuotes: Place[] = [];
  #faults = 0;

  constructor({ line, column }: Place = { line: 1, column: 1 }) {
    this.#line = line;
    this.#column = column;
  }

  /** The parts that this chunk finishes. */
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
      this.#takeLines([line]);
      return;
    }
    this.#isSkippingLine = false;
    while (this.#row !== null) this.#takeLines(this.#breakRow(this.#row));
    this.#nextLine();
  }

  #nextLine(): void {
    this.#line += 1;
    this.#column = 1;
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
        const again = isFirst ? [] : this.#breakRow(this.#row);
        this.#row = null;
        if (isFirst) this.#takeTextLine(line);
        else {
          waiting.push(line);
          for (const other of again.reverse()) waiting.push(other);
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

  /** Takes the first line of a row that is none as text. Returns its other lines. */
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
    if (this.#unclosedQuotes.length < MAX_WAITING_QUOTES)
      this.#unclosedQuotes.push({ line: line + quote.line, column: column + quote.column });
    this.#reportUnclosedQuotes();
    return rest;
  }

  /** In a text that is no table, a quotation mark that is not closed is nothing. */
  #reportUnclosedQuotes(): void {
    if (!this.#isTable) return;
    for (const place of this.#unclosedQuotes.splice(0)) {
      this.#addFault({ ...place, fault: message('import.fault.unclosedQuote') });
    }
  }

  #endRow(row: QuotedRow): void {
    this.#row = null;
    const line = this.#line;
    const column = this.#column;
    const parts = row.cells.flatMap((cell) => partsOfCell(cell, { line, column }));
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

  #scan(line: string): void {
    const scanner = new JsonScanner(line);
    let textFrom = 0;
    // Behind a string that the line does not close, each further one has no end either: all quotes there are escaped.
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

  /** Goes on with the object that is open, or begins here. Returns where it ends in the line, or where the line does. */
  #scanObject(scanner: JsonScanner, line: string, from: number): number {
    let heldTo = from;
    if (this.#inComment) {
      const end = line.indexOf('*/');
      if (end === -1) return this.#holdLine('\n');
      this.#inComment = false;
      heldTo = end + 2;
      scanner.to = heldTo;
    }
    for (let type = scanner.next(); type !== 'end'; type = scanner.next()) {
      const at = scanner.from;
      if (scanner.token === '/' && this.#open.length > 0 && (line[at + 1] === '/' || line[at + 1] === '*')) {
        const piece = line.slice(heldTo, at);
        this.#holdPiece(piece);
        const isToLineEnd = line[at + 1] === '/';
        const end = isToLineEnd ? line.length : line.indexOf('*/', at + 2);
        const comment = line.slice(at + 2, end === -1 ? line.length : end);
        if (this.#expected === 'comma' && comment.trimEnd().endsWith(',')) this.#commaAt = this.#held.length;
        this.#holdPiece(' ');
        if (end === -1 || isToLineEnd) {
          this.#inComment = end === -1;
          return this.#holdLine('\n', line.length);
        }
        heldTo = end + 2;
        scanner.to = heldTo;
        continue;
      }
      this.#placeComma(type);
      const next = acceptToken(scanner, this.#expected, this.#open);
      const isRead =
        !scanner.isUnclosed && (type !== 'word' || isJsonNumber(scanner.token) || isJsonAtom(scanner.token));
      if (next === null || !isRead || this.#open.length > MAX_FILE_DEPTH) return this.#fail(line, heldTo, at);
      this.#expected = next;
      if (next !== 'end') continue;
      this.#held.push(line.slice(heldTo, scanner.to));
      this.#addObject(this.#held.join(''), this.#start);
      this.#reset();
      return scanner.to;
    }
    return this.#holdLine(`${line.slice(heldTo)}\n`, line.length);
  }

  /** Takes a comma out of the comment that it was written into, where one is needed. */
  #placeComma(type: JsonScanner['type']): void {
    if (this.#commaAt === null) return;
    if (type !== ',' && type !== '}' && type !== ']' && this.#expected === 'comma') {
      this.#held[this.#commaAt] = ',';
      this.#expected = this.#open.at(-1) === '{' ? 'key' : 'value';
    }
    this.#commaAt = null;
  }

  #holdPiece(piece: string): void {
    this.#held.push(piece);
    this.#heldLength += piece.length;
  }

  #holdLine(piece: string, end = Number.POSITIVE_INFINITY): number {
    this.#holdPiece(piece);
    if (this.#heldLength > MAX_OBJECT_CHARS) {
      this.#addTooLong(this.#start);
      this.#reset();
    }
    return end;
  }

  /** A JSON string that begins like an object. Returns where it ends; a text that only looks like one is skipped. */
  #takeString(line: string, from: number): number {
    const scanner = new JsonScanner(line, from);
    scanner.next();
    if (scanner.isUnclosed) return from + 1;
    this.#addObject(scanner.token, { line: this.#line, column: this.#column + from });
    return scanner.to;
  }

  /** A quoted cell of a row. Returns where it ends, or where the line does: what follows it would be part of it. */
  #takeCell(line: string, from: number): number {
    let end = line.indexOf('"', from + 1);
    while (end !== -1 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    const isClosed = end !== -1;
    const text = line.slice(from + 1, isClosed ? end : line.length).replaceAll('""', '"');
    const place = { line: this.#line, column: this.#column + from + 1 };
    if (findJsonFault(text, MAX_FILE_DEPTH) === null) this.#addObject(text, place);
    else if (EID_FIELD.test(text)) this.#addFault(this.#faultOf(text, place));
    else this.#addSkipped(place.line, place.line);
    return isClosed ? end + 1 : line.length;
  }

  /** The object is invalid JSON from this offset. Its complete parts are kept as text, and its event is missed. */
  #fail(line: string, from: number, at: number): number {
    const before = this.#held.join('');
    const text = before + line.slice(from, at);
    const start = this.#start;
    this.#reset();
    const fault = this.#faultOf(before + line.slice(from), start);
    let rest = '';
    let end = 0;
    const places = createPlaceFinder(text, start);
    for (const part of completeParts(text)) {
      rest += text.slice(end, part.from);
      end = part.to;
      const inner = text.slice(part.from, part.to);
      this.#addObject(inner, places(part.from));
    }
    rest += text.slice(end);
    if (EID_FIELD.test(rest)) this.#addFault(fault);
    else this.#addSkipped(start.line, this.#line);
    // The sign that does not fit may begin the next object.
    return at;
  }

  #faultOf(text: string, start: Place): Place & { readonly fault: MessageText } {
    const found = findJsonFault(text, MAX_FILE_DEPTH);
    if (found === null) return { ...start, fault: message('jsonFault.invalidJson') };
    const column = found.line === 1 ? start.column + found.column - 1 : found.column;
    return { line: start.line + found.line - 1, column, fault: found.message };
  }

  /** Most JSON in a text is no telemetry, and not worth parsing. */
  #addObject(text: string, place: Place): void {
    if (!mayHaveEvent(text) && !mayBeHar(text)) {
      this.#addSkipped(place.line, this.#line);
      return;
    }
    this.#flushSkipped();
    this.#parts.push({ type: 'json', text, ...place });
  }

  #addFault(fault: Place & { readonly fault: MessageText }): void {
    this.#flushSkipped();
    this.#faults += 1;
    this.#parts.push({ type: 'fault', ...fault });
  }

  #addTooLong(place: Place): void {
    this.#addFault({ ...place, fault: message('import.fault.partTooLong', { n: MAX_OBJECT_CHARS / 1024 / 1024 }) });
  }

  #skip(text: string): void {
    if (BETWEEN_ITEMS.test(text)) return;
    if (EID_FIELD.test(text)) this.#addFault(this.#faultOf(text, { line: this.#line, column: 1 }));
    else this.#addSkipped(this.#line, this.#line);
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
    this.#held = [];
    this.#heldLength = 0;
    this.#open = [];
    this.#expected = 'value';
    this.#inComment = false;
    this.#commaAt = null;
  }

  #take(): readonly TextPart[] {
    return this.#parts.splice(0);
  }
}

function partsOfCell({ text, line, column }: QuotedCell, row: Place): readonly TextPart[] {
  if (!mayHaveEvent(text) && !mayBeHar(text)) return [];
  const stream = new JsonTextStream({ line: row.line + line, column: line === 0 ? row.column + column : column + 1 });
  return [...stream.push(text), ...stream.end()];
}

const EVENT_NAME = /eid(?:\\*"|%22)|"args"/;

/** Whether a text may hold an event or a call: it has the name of their first field, in whatever layers of texts. */
export function mayHaveEvent(text: string): boolean {
  return EVENT_NAME.test(text);
}

/** Whether a text may be a HAR file with request bodies. Its events may be in bodies that are compressed. */
export function mayBeHar(text: string): boolean {
  return text.includes('"entries"') && text.includes('"postData"');
}

/** The objects and arrays that are whole in the beginning of a JSON text, without those in one another. */
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
function createPlaceFinder(text: string, start: Place): (offset: number) => Place {
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
