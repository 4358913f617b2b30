/** A quoted cell of a row, with its doubled quotation marks unescaped. */
export interface QuotedCell {
  readonly text: string;
  /** Index of its first line in the row. */
  readonly line: number;
  /** Column of its first character after the quotation mark, from 0. */
  readonly column: number;
}

/**
 * State of a row after a line. `open`: it continues in the next line.
 * `plain`: no cell has the quotes of a table. `broken`: the line isn't a part of a row.
 */
export type RowStatus = 'closed' | 'plain' | 'open' | 'broken';

/**
 * A quotation mark at the start of a cell.
 * Other white space than spaces would read a line of tabs in quadratic time.
 */
const OPENING = /(?:^|[,;\t|]) *"/;
const BREAK = /[",;\t|]/g;
/** Text that may follow the closing quotation mark of a cell. */
const AFTER_CELL = /\s*(?:$|[,;\t|])/y;

/** Whether a line may be the first of a row with quoted cells. */
export function mayBeginRow(line: string): boolean {
  return OPENING.test(line);
}

/**
 * Reads the cells of one row of comma-, semicolon- or tab-separated values (RFC 4180), line by line.
 * A quoted cell may have line breaks. A quotation mark in an unquoted cell breaks the row, so that each line is read
 * twice at most.
 */
export class QuotedRow {
  readonly lines: string[] = [];
  readonly cells: QuotedCell[] = [];
  /** Total length of the lines, in UTF-16 units. */
  length = 0;
  #open: { pieces: string[]; readonly line: number; readonly column: number } | null = null;
  #hasDoubledQuote = false;

  /**
   * Start of the open cell, or `null` if all cells are closed.
   * Counts lines of the row and columns from 0.
   */
  get unclosedQuote(): { readonly line: number; readonly column: number } | null {
    const open = this.#open;
    return open === null || open.line >= this.lines.length ? null : { line: open.line, column: open.column - 1 };
  }

  /** Whether the open cell begins like JSON in a cell: then it is a table row whose end is missing. */
  get isLikelyTableCell(): boolean {
    const [first = ''] = this.#open?.pieces ?? [];
    return this.#hasDoubledQuote && /^\s*[[{]/.test(first);
  }

  get hasDoubledQuote(): boolean {
    return this.#hasDoubledQuote;
  }

  /** Adds the next line. A row that breaks here ends before this line. */
  push(line: string): RowStatus {
    const index = this.lines.length;
    let offset = 0;
    for (;;) {
      if (this.#open === null) {
        const begin = skipSpaces(line, offset);
        if (line[begin] === '"') {
          offset = begin + 1;
          this.#open = { pieces: [], line: index, column: offset };
        } else {
          BREAK.lastIndex = offset;
          const end = BREAK.exec(line)?.index ?? line.length;
          if (line[end] === '"') return 'broken';
          if (end === line.length) break;
          offset = end + 1;
          continue;
        }
      }
      const end = this.#endOfCell(line, offset);
      if (end === -1) {
        this.#open.pieces.push(line.slice(offset));
        this.#addLine(line);
        return 'open';
      }
      AFTER_CELL.lastIndex = end + 1;
      if (!AFTER_CELL.test(line)) return 'broken';
      const { pieces, line: first, column } = this.#open;
      const text = [...pieces, line.slice(offset, end)].join('\n').replaceAll('""', '"');
      this.cells.push({ text, line: first, column });
      this.#open = null;
      offset = AFTER_CELL.lastIndex;
      if (offset === line.length && !DELIMITER.test(line.slice(-1))) break;
    }
    this.#addLine(line);
    return this.lines.length > 1 || this.#hasDoubledQuote ? 'closed' : 'plain';
  }

  #addLine(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
  }

  /** Returns the offset of the quotation mark that ends the cell in this line, or -1. */
  #endOfCell(line: string, from: number): number {
    let end = line.indexOf('"', from);
    while (end !== -1 && line[end + 1] === '"') {
      this.#hasDoubledQuote = true;
      end = line.indexOf('"', end + 2);
    }
    return end;
  }
}

const DELIMITER = /[,;\t|]/;

function skipSpaces(line: string, from: number): number {
  let offset = from;
  while (line[offset] === ' ') offset += 1;
  return offset;
}
