/** A line of the input, without its line feed; numbered from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Longest line that is read, in UTF-16 units: about half of the longest string that V8 can hold. */
export const MAX_LINE_CHARS = 256 * 1024 * 1024;

/**
 * Cuts text that arrives in chunks into lines, holding no more than one unfinished line. A carriage return stays: it
 * is white space to JSON.
 */
export class LineSplitter {
  #parts: string[] = [];
  #length = 0;
  #number = 0;

  /** The lines that this chunk finishes. */
  push(chunk: string): readonly Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#hold(chunk.slice(from, end));
      lines.push(this.#finish());
      from = end + 1;
    }
    this.#hold(chunk.slice(from));
    return lines;
  }

  /** The last line, where the text does not end with a line feed. */
  end(): readonly Line[] {
    return this.#length === 0 ? [] : [this.#finish()];
  }

  get isTooLong(): boolean {
    return this.#length > MAX_LINE_CHARS;
  }

  #hold(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  #finish(): Line {
    this.#number += 1;
    const text = this.#parts.length === 1 ? (this.#parts[0] ?? '') : this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return { number: this.#number, text };
  }
}
