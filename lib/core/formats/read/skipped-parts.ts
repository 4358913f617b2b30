import { type Message, message } from '#core/util/message';

/** Counts the skipped parts of a file: invalid JSON, and text around JSON. */
export class SkippedParts {
  #faults = 0;
  #firstFault: Message | null = null;
  #lines = 0;
  #firstLine = 0;
  #lastLine = 0;
  readonly #remarks: Message[] = [];

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

  addRemark(remark: Message): void {
    this.#remarks.push(remark);
  }

  /** Returns the remark on the text, or `null` if there was none. */
  textRemark(): Message | null {
    const n = this.#lines;
    return n === 0 ? null : message('import.remark.skippedText', n, { n, line: String(this.#firstLine) });
  }

  remarks(): readonly Message[] {
    const text = this.textRemark();
    const n = this.#faults;
    return [
      ...(this.#firstFault === null ? [] : [message('import.remark.skippedParts', n, { n, first: this.#firstFault })]),
      ...(text === null ? [] : [text]),
      ...this.#remarks,
    ];
  }
}
