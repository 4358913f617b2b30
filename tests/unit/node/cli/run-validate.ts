import type { CliDeps } from '#node/cli/cli-deps';
import { runValidate } from '#node/cli/validate/validate-command';
import { type Outcome, runCli, runOn } from './run-cli';

/** Runs `validate` on text that arrives in chunks of `chunkBytes`. */
export function validateText(text: string, args: readonly string[] = ['-'], chunkBytes = 7): Promise<Outcome> {
  return runOn(text, args, { chunkBytes, run: runValidate });
}

/** Runs `validate` on the files that `open` reads. */
export function validateOpened(open: CliDeps['open'], args: readonly string[], isTerminal = false): Promise<Outcome> {
  return runCli(args, { open, isTerminal }, runValidate);
}
