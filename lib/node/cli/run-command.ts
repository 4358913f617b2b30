import { didYouMean } from '../did-you-mean';
import type { CliDeps, ExitCode } from './cli-deps';
import { convertHelp, runConvert } from './convert/convert-command';
import { printFailure, printText } from './output';
import { runValidate } from './validate/validate-command';
import { validateHelp } from './validate/validate-options';

const help = `Validates and converts V3 telemetry.

Usage:
  telemetry-v3 COMMAND [OPTIONS]

Commands:
  validate [FILE…]    Check events and calls of files or standard input
  convert IN OUT      Convert a file to another format

Options:
  --version     Show the version
  -h, --help    Show this help; telemetry-v3 COMMAND --help shows that of a command`;

interface Command {
  readonly help: string;
  readonly run: (args: readonly string[], deps: CliDeps) => Promise<ExitCode>;
}

const commands: Readonly<Record<string, Command>> = {
  convert: { help: convertHelp, run: runConvert },
  validate: { help: validateHelp, run: runValidate },
};

/** Runs `telemetry-v3` with its arguments. */
export async function runCommand(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (name === '--version' || options.includes('--version')) return printText(deps, deps.version);
  if (name === '--help' || name === '-h') return printText(deps, help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(commands);
    const wrong = name === '' ? 'No command given.' : `Unknown command ${name}.${didYouMean(name, names)}`;
    return printFailure(deps, `${wrong} Commands: ${names.join(', ')}. See --help.`);
  }
  if (options.includes('--help') || options.includes('-h')) return printText(deps, command.help);
  return command.run(rest, deps);
}
