import { fail, type Result, succeed } from '#core/util/result';

export interface Options {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly isPretty: boolean;
}

export const usage = `Validates telemetry calls and events against the V3 definitions.

Usage:
  npm run --silent validate -- [--pretty] FILE
  npm run --silent validate -- [--pretty] -        Read standard input

Options:
  --pretty      Print a readable report instead of JSON
  -h, --help    Show this help

FILE is NDJSON, a JSON array, an SDK batch or a HAR file. Each item is a call:
  {"method": "interact", "args": [{"type": "TOUCH", "id": "next"}]}
or an event in wire format:
  {"eid": "INTERACT", "ets": …, "edata": {…}, …}

Output, one JSON line per item:
  {"index", "kind", "verdict": "valid|invalid|unknown", "findings": [{"ruleSet", "severity", "code", "path", "message", "params"}]}

Exit codes: 0 all items are valid, 1 some items are invalid, 2 the input couldn't be read.
NDJSON is streamed without a size limit. Other JSON is limited to 256 million characters.`;

/** Reads the command line; a failure is a sentence for the person. */
export function readOptions(args: readonly string[]): Result<Options | 'help', string> {
  if (args.includes('--help') || args.includes('-h')) return succeed('help');
  const isFlag = (arg: string) => arg.startsWith('-') && arg !== '-';
  const strange = args.find((arg) => isFlag(arg) && arg !== '--pretty');
  if (strange !== undefined) return fail(`Unknown option ${strange}. Options: --pretty, --help.`);
  const [file, second] = args.filter((arg) => !isFlag(arg));
  if (file === undefined) return fail('No file given. Enter a file, or - for standard input. See --help.');
  if (second !== undefined) return fail(`Only one file is allowed; got ${file} and ${second}.`);
  return succeed({ file, isPretty: args.includes('--pretty') });
}
