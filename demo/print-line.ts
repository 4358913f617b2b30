import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';

/** Prints lines of any text, made safe for terminals and for logs of CI. */
export function printLine(text: string): void {
  console.log(escapeCiCommands(escapeForTerminal(text)));
}

/** Prints why something failed to the standard error, made safe in the same way. */
export function printError(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  console.error(escapeCiCommands(escapeForTerminal(text)));
}
