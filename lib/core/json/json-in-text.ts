import { message } from '#core/util/message';
import { JsonObjectFinder } from './json-object-finder';
import { mayBeginRow, type QuotedCell, QuotedRow } from './quoted-row';
import {
  EID_FIELD,
  MAX_OBJECT_CHARS,
  mayBeHar,
  mayHaveEvent,
  type TextPart,
  TextParts,
  type TextPosition,
} from './text-parts';

/** The end of a line whose string continues in the next line, as in Java and Kotlin. */
const CONTINUED = /"\s*\+\s*$/;
const CONCATENATION = /"\s*\+\s*\n\s*"/g;
const OBJECT_IN_STRING = /"\s*[[{]/;
const MAX_CODE_LINES = 2_000;
const MAX_CODE_CHARS = 10_000;
/** Limit of the unclosed quotation marks that are stored until a row shows whether the text is a table. */
const MAX_UNCLOSED_QUOTES = 100;

/**
 * Finds the JSON objects of a text that arrives in chunks.
 * The text may be notes, Markdown, logs, dumps with other columns, or tables
 * whose quoted cells span lines (RFC 4180). An event in a row is reported at the row's first line.
 * Comments in objects are removed. Each character is read a few times at most, whatever the text.
 */
export class JsonTextStream {
  readonly #parts = new TextParts();
  readonly #objects = new JsonObjectFinder(this.#parts);
  #line: number;
  /** Offset of the current line's first character. */
  #column: number;
  /** Pieces of the current line, whose end is in a later chunk. */
  #pieces: string[] = [];
  #piecesLength = 0;
  #isSkippingLine = false;
  /** Lines of a string that may continue in the next line. */
  #code: string[] = [];
  /** The row that has an open cell. The current line is the first line of the row. */
  #row: QuotedRow | null = null;
  /** Whether a row had a cell that only tables have. */
  #isTable = false;
  /** Whether the text has the headings of a CSV export. */
  #isCsvExport = false;
  #unclosedQuotes: TextPosition[] = [];

  constructor({ line, column }: TextPosition = { line: 1, column: 1 }) {
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
    return this.#parts.take();
  }

  /** Returns the remaining parts at the end of the text. */
  end(): readonly TextPart[] {
    this.#endLine('');
    while (this.#row !== null) this.#takeLines(this.#breakRow(this.#row));
    this.#objects.end(this.#line);
    this.#parts.flushSkipped();
    return this.#parts.take();
  }

  #hold(piece: string): void {
    if (piece === '' || this.#isSkippingLine) return;
    this.#pieces.push(piece);
    this.#piecesLength += piece.length;
    if (this.#piecesLength <= MAX_OBJECT_CHARS) return;
    this.#parts.addTooLong({ line: this.#line + (this.#row?.lines.length ?? 0), column: 1 });
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
    const stack = [...lines].reverse();
    for (let line = stack.pop(); line !== undefined; line = stack.pop()) {
      if (this.#row === null && (this.#objects.isOpen || !mayBeginRow(line))) {
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
          stack.push(line);
          for (const other of linesToReread.reverse()) stack.push(other);
        }
      } else if (this.#row.length > MAX_OBJECT_CHARS) {
        for (const other of this.#breakRow(this.#row).reverse()) stack.push(other);
      }
    }
  }

  #takeTextLine(line: string): void {
    this.#isCsvExport ||= CSV_EXPORT.test(line);
    this.#objects.push(line, { line: this.#line, column: this.#column });
    this.#nextLine();
  }

  /** Reads the first line of a broken row as text. Returns its other lines, to be read again. */
  #breakRow(row: QuotedRow): string[] {
    this.#row = null;
    const [first = '', ...rest] = row.lines;
    const quote = row.unclosedQuote;
    const line = this.#line;
    const column = quote?.line === 0 ? this.#column : 1;
    const faultsBefore = this.#parts.faultCount;
    this.#takeTextLine(first);
    if (quote === null || this.#parts.faultCount > faultsBefore) return rest;
    if (row.isLikelyTableCell) this.#isTable = true;
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
      this.#parts.addFault({ ...position, fault: message('import.fault.unclosedQuote') });
    }
  }

  #endRow(row: QuotedRow): void {
    this.#row = null;
    const line = this.#line;
    const column = this.#column;
    const cells = this.#isCsvExport ? row.cells.filter(isObjectCell).slice(-1) : withoutEmittedCalls(row.cells);
    const parts = cells.flatMap((cell) => partsOfCell(cell, { line, column }));
    const readParts = parts.filter(({ type }) => type !== 'skipped');
    this.#line += row.lines.length;
    this.#column = 1;
    if (readParts.length === 0) this.#parts.addSkipped(line, this.#line - 1);
    else {
      for (const part of readParts) {
        this.#parts.add(part.type === 'json' && part.line !== line ? { ...part, line, column: 1 } : part);
      }
    }
    this.#isTable ||= row.hasDoubledQuote;
    this.#reportUnclosedQuotes();
  }
}

function partsOfCell({ text, line, column }: QuotedCell, row: TextPosition): readonly TextPart[] {
  if (!mayHaveEvent(text) && !mayBeHar(text)) return [];
  const stream = new JsonTextStream({ line: row.line + line, column: line === 0 ? row.column + column : column + 1 });
  return [...stream.push(text), ...stream.end()];
}

/** The first headings of a CSV export, as written or as a spreadsheet saves them. */
const CSV_EXPORT = /^"?row"?([,;\t])"?time"?\1"?kind"?\1"?headline"?\1/;

/** Whether a cell is an object. In a CSV export, the last one is the event, or the call without an event. */
function isObjectCell({ text }: QuotedCell): boolean {
  return /^\{[\s\S]*\}$/.test(text.trim());
}

/** The start of a call in a cell. */
const CALL = /^\s*\{\s*"method"\s*:\s*"[^"\\]*"\s*,\s*"args"\s*:/;

/** Drops the calls of a row with an event, such as a row of a CSV export: the call emitted that event. */
function withoutEmittedCalls(cells: readonly QuotedCell[]): readonly QuotedCell[] {
  const others = cells.filter(({ text }) => !CALL.test(text));
  if (others.length === cells.length) return cells;
  return others.some((cell) => isObjectCell(cell) && EID_FIELD.test(cell.text)) ? others : cells;
}
