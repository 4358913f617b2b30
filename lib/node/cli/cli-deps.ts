import type { Writable } from 'node:stream';
import type { Result } from '#core/util/result';
import type { SchemaDeps } from '../schemas/schema-sets';
import type { Bytes } from './input/decode-input';
import type { StartWorker } from './validate/check-messages';

/**
 * 0: success. 1: the input has findings or faults that fail the run.
 * 2: no input could be read, an output could not be written, or an option is invalid.
 */
export type ExitCode = 0 | 1 | 2;

/** Functions of the process for writing reports. */
export interface ReportDeps {
  /** Replaces a file's content. The file stays unchanged if writing fails. */
  readonly writeText: (file: string, texts: Iterable<string>) => Promise<void>;
  readonly appendText: (file: string, text: string) => Promise<void>;
  readonly readText: (file: string) => Promise<string>;
  readonly exists: (file: string) => boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: Writable;
}

/** Functions of the process that a command uses. */
export interface CliDeps extends ReportDeps, SchemaDeps {
  /** Like `writeText`, for texts that are generated while they are written. */
  readonly writeTexts: (file: string, texts: AsyncIterable<string>) => Promise<void>;
  /** Returns why a file cannot be written, as a part of a sentence, or `null` if it can. */
  readonly findWriteProblem: (file: string) => Promise<string | null>;
  /** Returns an ID that all links to a regular file share, or `null` if the path isn't a regular file. */
  readonly identifyFile: (file: string) => Promise<string | null>;
  /**
   * Returns the bytes of a file, or of standard input for `-`.
   * Iterating the bytes throws if reading fails. Chunks stay unchanged until the consumer passes them to
   * `recycleChunk`.
   */
  readonly open: (file: string) => Bytes;
  /** Imports the default export of a module. Rejects if the module cannot be loaded. */
  readonly importDefault: (file: string) => Promise<unknown>;
  /**
   * Finds the configuration file in the working directory or the nearest parent.
   * Returns `null` if there is none.
   */
  readonly findConfig: () => Result<string | null, string>;
  /** Returns the files that a glob pattern matches, sorted by name. */
  readonly findFiles: (pattern: string) => Promise<readonly string[]>;
  /**
   * Returns the event files in a folder and its subfolders, sorted by name.
   * Returns `null` if the path isn't a folder.
   */
  readonly findInFolder: (folder: string) => Promise<readonly string[] | null>;
  readonly startWorker: StartWorker;
  /**
   * The folder of the page that `serve` serves.
   * In the package, one file contains the whole page. May not exist.
   */
  readonly pageFolder: string;
  /** Whether the user can see a browser opened here: false in CI, over SSH and without a display. */
  readonly hasScreen: boolean;
  /** Opens a URL in the user's browser. Does nothing if there is no browser. */
  readonly openInBrowser: (url: string) => void;
  /** Reads the built script that observes pages. Fails with a sentence if the script was not built. */
  readonly readPageScript: () => Promise<Result<string, string>>;
  /** Limits the heaps of all threads from now on, at the cost of more garbage collection. */
  readonly limitHeaps: () => void;
  /** Number of threads that can run in parallel on this machine. */
  readonly processors: number;
  readonly stdout: Writable;
  readonly isTerminal: boolean;
  /** Width of the terminal in characters, 0 if it is unknown, or `null` if the output isn't a terminal. */
  readonly columns: number | null;
  readonly isErrorTerminal: boolean;
  readonly version: string;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /**
   * Lets Ctrl+C and SIGTERM abort the returned signal, from now on, instead of ending the process.
   * The second Ctrl+C or SIGTERM ends the process.
   */
  readonly catchInterrupts: () => AbortSignal;
  /**
   * Runs a shell command with additional environment variables, and ends it when the signal aborts.
   * Returns the exit code. It is 128 plus the signal number if a signal ended the command.
   */
  readonly runShell: (
    command: string,
    variables: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<number>;
}
