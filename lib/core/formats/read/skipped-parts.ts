import { type Message, message } from '#core/util/message';

/** Counts the skipped parts of a file: invalid JSON, and text around JSON. */
export class SkippedParts {
  #faults = 0;
  #firstFault: Message | null = null;
  #lines = 0;
  #firstLine = 0;
  #lastLine = 0;
  #lastCountedLine = 0;
  readonly #warnings: Message[] = [];

  get firstFault(): Message | null {
    return this.#firstFault;
  }

  addFault(fault: Message): void {
    this.#faults += 1;
    this.#firstFault ??= fault;
  }

  /** Counts skipped lines. A line that is reported again, or has an event, doesn't count. */
  addLines(first: number, count: number): void {
    const from = Math.max(first, this.#lastLine + 1);
    const last = first + count - 1;
    if (last < from) return;
    if (this.#lines === 0) this.#firstLine = from;
    this.#lines += last - from + 1;
    this.#lastLine = last;
    this.#lastCountedLine = last;
  }

  /** Counts the lines of JSON that was found in a text, unless it has an event. */
  addJson({ line, text }: { readonly line: number; readonly text: string }, hasEvent: boolean): void {
    const count = text.split('\n').length;
    if (!hasEvent) {
      this.addLines(line, count);
      return;
    }
    // The line was counted for the text before the event.
    if (this.#lastCountedLine === line) {
      this.#lines -= 1;
      this.#lastCountedLine = 0;
    }
    this.#lastLine = Math.max(this.#lastLine, line + count - 1);
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
