import type { Writable } from 'node:stream';
import type { Result } from '#core/util/result';
import type { SchemaDeps } from '../schemas/schema-sets';
import type { Bytes } from './input/decode-input';
import type { StartWorker } from './validate/check-pool';

/**
 * 0: fine. 1: findings of severity error, or too many warnings.
 * 2: nothing could be read, something could not be written, or an option is wrong.
 */
export type ExitCode = 0 | 1 | 2;

/** Functions of the process for writing reports. */
export interface ReportDeps {
  /** Writes all of a file, or leaves it as it was. */
  readonly writeText: (file: string, texts: Iterable<string>) => Promise<void>;
  readonly appendText: (file: string, text: string) => Promise<void>;
  readonly readText: (file: string) => Promise<string>;
  readonly exists: (file: string) => boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: Writable;
}

/** Functions of the process that a command uses. */
export interface CliDeps extends ReportDeps, SchemaDeps {
  /** The same for texts that are made while they are written. */
  readonly writeTexts: (file: string, texts: AsyncIterable<string>) => Promise<void>;
  /** Why a file cannot be written, as a part of a sentence; `null` if nothing speaks against it. */
  readonly findWriteProblem: (file: string) => Promise<string | null>;
  /** The bytes of a file, or of standard input for `-`. Iterating it fails if it cannot be read. */
  readonly open: (file: string) => Bytes;
  /** The default export of a module. Fails if it cannot be loaded. */
  readonly importDefault: (file: string) => Promise<unknown>;
  /** The configuration of the working directory or of the nearest folder above it that has one, or `null`. */
  readonly findConfig: () => Result<string | null, string>;
  /** The files that a glob pattern matches, in the order of their names. */
  readonly findFiles: (pattern: string) => Promise<readonly string[]>;
  /** The files of events in a folder and below it, in the order of their names; `null` if it is no folder. */
  readonly findInFolder: (folder: string) => Promise<readonly string[] | null>;
  readonly startWorker: StartWorker;
  /** The folder of the page that `serve` serves, or the one file that the package has of it. It may not exist. */
  readonly pageFolder: string;
  /** Whether a browser that is opened here can be seen: no machine of CI, none without a screen, and none at the other end of SSH. */
  readonly hasScreen: boolean;
  /** Opens a URL in the user's browser. Where there is none, nothing happens. */
  readonly openInBrowser: (url: string) => void;
  /** The built script of watched pages. Fails with a sentence if there is none. */
  readonly readPageScript: () => Promise<Result<string, string>>;
  /** Keeps the heaps of all threads small from now on, for some more work of the garbage collector. */
  readonly limitHeaps: () => void;
  /** How many threads may run at once on this machine. */
  readonly processors: number;
  readonly stdout: Writable;
  readonly isTerminal: boolean;
  /** Characters in a line of the terminal; `null` where the output is none. */
  readonly columns: number | null;
  readonly isErrorTerminal: boolean;
  readonly version: string;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /**
   * From now on Ctrl+C, and the signal to end (SIGTERM), abort the returned signal instead of ending the process at once.
   * The second one ends it.
   */
  readonly catchInterrupts: () => AbortSignal;
  /**
   * Runs a command by the shell, with more variables in its environment, and ends it when the signal aborts.
   * Returns its exit code; 128 and the number of the signal that ended it.
   */
  readonly runShell: (
    command: string,
    variables: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<number>;
}
