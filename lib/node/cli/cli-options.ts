import { fail, type Result, succeed } from '#core/util/result';

export interface Options {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly isPretty: boolean;
}

export const usage = `Checks telemetry calls and events against the V3 definitions.

  npm run --silent validate -- [--pretty] FILE
  npm run --silent validate -- [--pretty] -        reads standard input

FILE holds JSON lines, a JSON array, a batch of an SDK, or a HAR file. Each item is a call
  {"method": "interact", "args": [{"type": "TOUCH", "id": "next"}]}
or an event as it travels
  {"eid": "INTERACT", "ets": …, "edata": {…}, …}

Prints one JSON line per item:
  {"index", "kind", "verdict": "valid|invalid|unknown", "findings": [{"ruleSet", "severity", "code", "path", "message", "params"}]}
--pretty prints the same for people.

Ends with 0 when every item is valid, 1 when some are not, 2 when the input cannot be read.
JSON lines are streamed, however many; a text over many lines may have up to 256 million characters.`;

/** Reads the command line; a failure is a sentence for the person. */
export function readOptions(args: readonly string[]): Result<Options | 'help', string> {
  if (args.includes('--help') || args.includes('-h')) return succeed('help');
  const isFlag = (arg: string) => arg.startsWith('-') && arg !== '-';
  const strange = args.find((arg) => isFlag(arg) && arg !== '--pretty');
  if (strange !== undefined) return fail(`${strange} is not an option. There are --pretty and --help.`);
  const [file, second] = args.filter((arg) => !isFlag(arg));
  if (file === undefined) return fail('Name a file, or - for standard input. --help says more.');
  if (second !== undefined) return fail(`One file at a time: ${file} or ${second}.`);
  return succeed({ file, isPretty: args.includes('--pretty') });
}
