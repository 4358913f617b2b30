import type { Writable } from 'node:stream';
import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import type { CliDeps, ExitCode } from './cli-deps';
import { streamFailure } from './read-failure';

/**
 * Writes lines to a stream.
 * Waits for a slow stream. Drops lines after an error, which `failure` describes.
 */
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

  /**
   * Why writing failed, as a part of a sentence, or `null` if it did not.
   * After a failure, all output is lost.
   */
  get failure(): string | null {
    return this.#failure;
  }

  /** Adds a line. Escapes control characters for terminals and workflow commands for CI logs. */
  line(text: string): void {
    this.styledLine(escapeForTerminal(text));
  }

  /** Adds a styled line. The caller escapes its texts with {@link escapeForTerminalLine}. */
  styledLine(text: string): void {
    this.#text += `${escapeCiCommands(text)}\n`;
  }

  /** Adds whole lines with their line feeds. The caller makes them safe for terminals and logs. */
  safeText(lines: string): void {
    this.#text += lines;
  }

  /** Writes the added lines to the stream. Resolves when they are written or the stream failed. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#write(text);
  }

  /** Writes whole lines in UTF-8, after the added lines. The bytes may be overwritten once this resolves. */
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

/** Prints a text as the only output of a command. Returns exit code 0, or 2 if writing fails. */
export async function printText(deps: Pick<CliDeps, 'stdout' | 'stderr'>, text: string): Promise<ExitCode> {
  const out = new Output(deps.stdout);
  out.line(text);
  return endOutput(out, deps, 0);
}

/** Flushes a command's output. Returns `code`, or prints an error and returns 2 if writing failed. */
export async function endOutput(out: Output, deps: Pick<CliDeps, 'stderr'>, code: ExitCode): Promise<ExitCode> {
  await out.flush();
  return out.failure === null ? code : printFailure(deps, `Couldn't write standard output: ${out.failure}.`);
}

const errorOutputs = new WeakMap<Writable, Output>();

/** Prints why a command failed, to standard error. Returns exit code 2. */
export function printFailure(deps: Pick<CliDeps, 'stderr'>, sentence: string): Promise<ExitCode> {
  return printMessage(deps, sentence, 2);
}

/** Prints a sentence to standard error. Returns `code`, or 2 if writing fails. */
export async function printMessage(
  { stderr }: Pick<CliDeps, 'stderr'>,
  sentence: string,
  code: ExitCode = 0,
): Promise<ExitCode> {
  // Reused because each `Output` adds listeners to the stream.
  const out = errorOutputs.get(stderr) ?? new Output(stderr);
  errorOutputs.set(stderr, out);
  out.line(sentence);
  await out.flush();
  return out.failure === null ? code : 2;
}
