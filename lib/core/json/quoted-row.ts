/** A quoted cell of a row, with its doubled quotation marks undone. */
export interface QuotedCell {
  readonly text: string;
  /** Its first line among those of the row, from 0. */
  readonly line: number;
  /** Column of its first character after the quotation mark, from 0. */
  readonly column: number;
}

/**
 * State of a row after a line. `open`: it continues in the next line.
 * `plain`: no cell of it is quoted as only a table would. `broken`: it is no row.
 */
export type RowStatus = 'closed' | 'plain' | 'open' | 'broken';

/** A quotation mark where a cell begins. */
const OPENING = /(?:^|[,;\t|])\s*"/;
const BREAK = /[",;\t|]/g;
/** Text that may follow the closing quotation mark of a cell. */
const BEHIND_CELL = /\s*(?:$|[,;\t|])/y;

/** Whether a line may be the first of a row with quoted cells. */
export function mayBeginRow(line: string): boolean {
  return OPENING.test(line);
}

/**
 * Reads the cells of one row of comma-, semicolon- or tab-separated values (RFC 4180), line by line.
 * A quoted cell may have line breaks. A quotation mark in a cell that is not quoted breaks the row: so each line is read
 * twice at most, however the quotation marks of a text stand.
 */
export class QuotedRow {
  readonly lines: string[] = [];
  readonly cells: QuotedCell[] = [];
  /** In UTF-16 units. */
  length = 0;
  #open: { pieces: string[]; readonly line: number; readonly column: number } | null = null;
  #hasDoubledQuote = false;

  /**
   * Start of the cell that is not closed in the line where it began, or `null`: line among those of the row and column,
   * from 0.
   */
  get unclosedQuote(): { readonly line: number; readonly column: number } | null {
    const open = this.#open;
    return open === null || open.line >= this.lines.length ? null : { line: open.line, column: open.column - 1 };
  }

  /** Whether what is read of the open cell is a JSON text in a cell: then the row is one, though its end is missing. */
  get seemsCell(): boolean {
    const [first = ''] = this.#open?.pieces ?? [];
    return this.#hasDoubledQuote && /^\s*[[{]/.test(first);
  }

  get hasDoubledQuote(): boolean {
    return this.#hasDoubledQuote;
  }

  /** Takes the next line. A broken row ends before it, if it has lines already. */
  push(line: string): RowStatus {
    const index = this.lines.length;
    let at = 0;
    for (;;) {
      if (this.#open === null) {
        const begin = skipSpaces(line, at);
        if (line[begin] === '"') {
          at = begin + 1;
          this.#open = { pieces: [], line: index, column: at };
        } else {
          BREAK.lastIndex = at;
          const end = BREAK.exec(line)?.index ?? line.length;
          if (line[end] === '"') return 'broken';
          if (end === line.length) break;
          at = end + 1;
          continue;
        }
      }
      const end = this.#endOfCell(line, at);
      if (end === -1) {
        this.#open.pieces.push(line.slice(at));
        this.#addLine(line);
        return 'open';
      }
      BEHIND_CELL.lastIndex = end + 1;
      if (!BEHIND_CELL.test(line)) return 'broken';
      const { pieces, line: first, column } = this.#open;
      const text = [...pieces, line.slice(at, end)].join('\n').replaceAll('""', '"');
      this.cells.push({ text, line: first, column });
      this.#open = null;
      at = BEHIND_CELL.lastIndex;
      if (at === line.length && !DELIMITER.test(line.slice(-1))) break;
    }
    this.#addLine(line);
    return this.lines.length > 1 || this.#hasDoubledQuote ? 'closed' : 'plain';
  }

  #addLine(line: string): void {
    this.lines.push(line);
    this.length += line.length + 1;
  }

  /** Place of the quotation mark that ends the cell in this line, or -1. */
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
  let at = from;
  while (line[at] === ' ') at += 1;
  return at;
}
