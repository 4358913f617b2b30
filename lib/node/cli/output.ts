import type { Writable } from 'node:stream';
import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import type { CliDeps, ExitCode } from './cli-deps';
import { streamFailure } from './read-failure';

/** Lines to a stream that may be slow (they wait), or fail (then they are dropped, and `failure` says why). */
export class Output {
  readonly #stream: Writable;
  #text = '';
  #failure: string | null = null;
  #resume: () => void = () => {};

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => this.#fail(error));
    stream.on('close', () => this.#fail(null));
  }

  /** Why something was not written: a part of a sentence. `null` while nothing failed; further output would be lost, too. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Adds a line of any text, made safe for terminals and for logs of CI. */
  line(text: string): void {
    this.styledLine(escapeForTerminal(text));
  }

  /** Adds a line with styles of its own, whose other parts went through {@link escapeForTerminalLine}. */
  styledLine(text: string): void {
    this.#text += `${escapeCiCommands(text)}\n`;
  }

  /** Adds whole lines that are safe for terminals and logs by themselves, with their line feeds. */
  safeText(lines: string): void {
    this.#text += lines;
  }

  /** Hands over what was gathered; resolves when the stream can take more, or has failed. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#write(text);
  }

  /** Hands over whole lines in UTF-8, after what was gathered. They may be overwritten once this resolves. */
  async safeBytes(lines: Uint8Array): Promise<void> {
    await this.flush();
    await this.#write(lines);
  }

  async #write(data: string | Uint8Array): Promise<void> {
    if (this.#failure !== null) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#stream.write(data, (error) => {
        if (error) this.#fail(error);
        resolve();
      });
    });
  }

  #fail(error: Error | null): void {
    this.#failure ??= error === null ? 'it was closed' : streamFailure(error);
    this.#resume();
  }
}

/** Prints a text as the whole outcome of a command. */
export async function printText(deps: Pick<CliDeps, 'stdout' | 'stderr'>, text: string): Promise<ExitCode> {
  const out = new Output(deps.stdout);
  out.line(text);
  return endOutput(out, deps, 0);
}

/** Writes what is left of a command's output. Where something could not be written, it says so, and the code is 2. */
export async function endOutput(out: Output, deps: Pick<CliDeps, 'stderr'>, code: ExitCode): Promise<ExitCode> {
  await out.flush();
  return out.failure === null ? code : printFailure(deps, `Couldn't write standard output: ${out.failure}.`);
}

const errorOutputs = new WeakMap<Writable, Output>();

/** Prints a sentence to the standard error. The code is 2 where that fails. */
export async function printFailure(
  { stderr }: Pick<CliDeps, 'stderr'>,
  sentence: string,
  code: ExitCode = 2,
): Promise<ExitCode> {
  // One for each sentence would add as many listeners to the stream.
  const out = errorOutputs.get(stderr) ?? new Output(stderr);
  errorOutputs.set(stderr, out);
  out.line(sentence);
  await out.flush();
  return out.failure === null ? code : 2;
}
