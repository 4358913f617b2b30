/** Characters that begin the lines of a comment, quote, diff or string. In JSON, none begins a line. */
const MARGIN = /^\s*[|>+*]+/;
/** Text before an object that can't be JSON, and may be repeated before its other lines. */
const PLAIN_TEXT = /^(?:[^"{}[\]]|\[[^"{}[\]]*\])*$/;
/** Numbers and separators alone may be JSON. */
const MAY_BE_JSON = /^[-+.,\d\s]*$/;
export const MAX_MARGIN_CHARS = 200;

/** Text that is before each line of an object, such as `> `, `// `, or the time and level of a log line. */
export class LineMargin {
  #text = '';
  #pattern: RegExp | null = null;

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Takes the text before an object in its first line. */
  begin(line: string, end: number): void {
    const before = end < MAX_MARGIN_CHARS ? line.slice(0, end).trimEnd() : '';
    this.#text = PLAIN_TEXT.test(before) ? before : '';
    this.#pattern = null;
  }

  /** Returns another line of the object with spaces instead of the margin. */
  removeFrom(line: string): string {
    if (this.#text !== '') this.#pattern ??= createPattern(this.#text);
    const margin = this.#pattern?.exec(line)?.[0] ?? MARGIN.exec(line)?.[0];
    return margin === undefined ? line : ' '.repeat(margin.length) + line.slice(margin.length);
  }
}

/** Creates the pattern of a margin. Times and line numbers differ from line to line. */
function createPattern(margin: string): RegExp {
  const exact = margin.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`^${MAY_BE_JSON.test(margin) ? exact : exact.replace(/\d+/g, '\\d+')}`);
}
