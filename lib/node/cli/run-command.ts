import { didYouMean } from '../did-you-mean';
import type { CliDeps, ExitCode } from './cli-deps';
import { printFailure, printText } from './output';

const help = `Validates, counts, converts and collects V3 telemetry.

Usage:
  telemetry-v3 COMMAND [OPTIONS]

Commands:
  validate [FILE…]    Validate events and calls from files or standard input
  serve               Run a local collector that validates telemetry as it arrives
  show FILE…          Open files in the panel, as a local web page
  stats [FILE…]       Count events and findings by kind, page and rule
  sessions [FILE…]    Compute user sessions like the pipeline's workflow summary
  convert IN OUT      Convert a file to another format
  rules check PATH…   Show how JSON Schemas are imported

Options:
  -v, --version    Show the version
  -h, --help       Show this help. For a command: telemetry-v3 help COMMAND`;

interface Command {
  readonly help: string;
  /** Returns an {@link ExitCode}, or the exit code of the shell command that `serve --run` runs. */
  readonly run: (args: readonly string[], deps: CliDeps) => Promise<number>;
}

/** Commands are imported on demand: importing all takes longer than printing the version. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  convert: async () => {
    const { convertHelp, runConvert } = await import('./convert/convert-command');
    return { help: convertHelp, run: runConvert };
  },
  rules: async () => {
    const { rulesHelp, runRules } = await import('./check-rules/rules-command');
    return { help: rulesHelp, run: runRules };
  },
  serve: async () => {
    const { serveHelp } = await import('./serve/serve-options');
    const { runServe } = await import('./serve/serve-command');
    return { help: serveHelp, run: runServe };
  },
  sessions: async () => {
    const { sessionsHelp } = await import('./sessions/sessions-options');
    const { runSessions } = await import('./sessions/sessions-command');
    return { help: sessionsHelp, run: runSessions };
  },
  show: async () => {
    const { runShow, showHelp } = await import('./show/show-command');
    return { help: showHelp, run: runShow };
  },
  stats: async () => {
    const { statsHelp } = await import('./stats/stats-options');
    const { runStats } = await import('./stats/stats-command');
    return { help: statsHelp, run: runStats };
  },
  validate: async () => {
    const { validateHelp } = await import('./validate/validate-options');
    const { runValidate } = await import('./validate/validate-command');
    return { help: validateHelp, run: runValidate };
  },
};

/** Runs `telemetry-v3` with its arguments. */
export async function runCommand(args: readonly string[], deps: CliDeps): Promise<number> {
  const [name = '', ...rest] = args;
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if ([name, ...options].some((option) => option === '--version' || option === '-v'))
    return printText(deps, deps.version);
  if (name === '--help' || name === '-h') return printText(deps, help);
  if (name === 'help') return runHelp(rest, deps);
  const command = await loadCommand(name);
  if (command === null) return failUnknownCommand(name, deps);
  if (options.includes('--help') || options.includes('-h')) return printText(deps, command.help);
  return command.run(rest, deps);
}

/** Handles `telemetry-v3 help validate`, like `git help`. */
async function runHelp([name = '']: readonly string[], deps: CliDeps): Promise<ExitCode> {
  if (name === '') return printText(deps, help);
  const command = await loadCommand(name);
  return command === null ? failUnknownCommand(name, deps) : printText(deps, command.help);
}

async function loadCommand(name: string): Promise<Command | null> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? null : load();
}

function failUnknownCommand(name: string, deps: CliDeps): Promise<ExitCode> {
  const names = Object.keys(commands);
  const problem = name === '' ? 'No command given.' : `Unknown command ${name}.${didYouMean(name, names)}`;
  return printFailure(deps, `${problem} Commands: ${names.join(', ')}. See --help.`);
}
