import { escapeCiCommands } from '#core/quoting/ci-log-line';
import { escapeForTerminal } from '#core/quoting/terminal-text';

/** Prints text after escaping control characters and commands of CI services. */
export function printLine(text: string): void {
  console.log(escapeCiCommands(escapeForTerminal(text)));
}

/** Prints an error to the standard error, escaped in the same way. */
export function printError(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  console.error(escapeCiCommands(escapeForTerminal(text)));
}
