import type { Writable } from 'node:stream';
import type { CliDeps, ExitCode } from './cli-deps';

/** Lines to a stream that may be slow (they wait) or be closed by its reader, as `| head` does (they are dropped). */
export class Output {
  readonly #stream: Writable;
  #text = '';
  #isClosed = false;
  #resume: () => void = () => {};

  constructor(stream: Writable) {
    this.#stream = stream;
    // EPIPE: the reader has closed the pipe. Not a failure.
    stream.on('error', () => this.#close());
    stream.on('close', () => this.#close());
  }

  /** True once the reader closed the stream: further output would be lost. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  line(text: string): void {
    this.#text += `${text}\n`;
  }

  /** Whole lines, with their line feeds. */
  text(lines: string): void {
    this.#text += lines;
  }

  /** Hands over what was gathered; resolves when the stream can take more, or is closed. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#write(text);
  }

  /** Hands over whole lines in UTF-8, after what was gathered. They may be overwritten once this resolves. */
  async bytes(lines: Uint8Array): Promise<void> {
    await this.flush();
    await this.#write(lines);
  }

  async #write(data: string | Uint8Array): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#stream.write(data, () => resolve());
    });
  }

  #close(): void {
    this.#isClosed = true;
    this.#resume();
  }
}

/** Prints a text as the whole outcome of a command. */
export async function printText({ stdout }: Pick<CliDeps, 'stdout'>, text: string): Promise<ExitCode> {
  const out = new Output(stdout);
  out.line(text);
  await out.flush();
  return 0;
}

/** Prints a sentence to the standard error. */
export async function printFailure(
  { stderr }: Pick<CliDeps, 'stderr'>,
  sentence: string,
  code: ExitCode = 2,
): Promise<ExitCode> {
  const out = new Output(stderr);
  out.line(sentence);
  await out.flush();
  return code;
}
