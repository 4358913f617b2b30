import type { Writable } from 'node:stream';

/** Text that is gathered before it is handed to the stream, in UTF-16 units: a write per line is slow. */
const GATHERED = 64 * 1024;

/** Lines to a stream that may be slow (they wait) or be closed by its reader, as `| head` does (they are dropped). */
export class Output {
  readonly #stream: Writable;
  #text = '';
  #isClosed = false;
  #resume: () => void = () => {};

  constructor(stream: Writable) {
    this.#stream = stream;
    // EPIPE: whoever read has enough. Not a failure.
    stream.on('error', () => this.#close());
    stream.on('close', () => this.#close());
  }

  /** Nobody reads any more: further work is for nothing. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  line(text: string): void {
    this.#text += `${text}\n`;
  }

  get isFull(): boolean {
    return this.#text.length >= GATHERED;
  }

  /** Hands over what was gathered; resolves when the stream can take more, or is closed. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text === '' || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#stream.write(text, () => resolve());
    });
  }

  #close(): void {
    this.#isClosed = true;
    this.#resume();
  }
}
