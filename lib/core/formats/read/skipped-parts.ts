import { type Message, message } from '#core/util/message';

/** Counts the skipped parts of a file: invalid JSON, and text around JSON. */
export class SkippedParts {
  #faults = 0;
  #firstFault: Message | null = null;
  #lines = 0;
  #firstLine = 0;
  #lastLine = 0;
  readonly #warnings: Message[] = [];

  get firstFault(): Message | null {
    return this.#firstFault;
  }

  addFault(fault: Message): void {
    this.#faults += 1;
    this.#firstFault ??= fault;
  }

  /** Counts skipped lines. A line that is reported again counts once. */
  addLines(first: number, count: number): void {
    const from = Math.max(first, this.#lastLine + 1);
    const last = first + count - 1;
    if (last < from) return;
    if (this.#lines === 0) this.#firstLine = from;
    this.#lines += last - from + 1;
    this.#lastLine = last;
  }

  addWarning(warning: Message): void {
    this.#warnings.push(warning);
  }

  /** Returns the warning about the text, or `null` if there was none. */
  textWarning(): Message | null {
    const n = this.#lines;
    return n === 0 ? null : message('import.warning.skippedText', n, { n, line: String(this.#firstLine) });
  }

  warnings(): readonly Message[] {
    const text = this.textWarning();
    const n = this.#faults;
    return [
      ...(this.#firstFault === null ? [] : [message('import.warning.skippedParts', n, { n, first: this.#firstFault })]),
      ...(text === null ? [] : [text]),
      ...this.#warnings,
    ];
  }
}
