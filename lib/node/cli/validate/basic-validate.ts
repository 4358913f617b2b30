import { defaultRuleSetNames } from '#core/rules/rule-sets';
import { fail, type Result, succeed } from '#core/util/result';
import { noPolicy } from '../../config/finding-policy';
import type { CliDeps, ExitCode } from '../cli-deps';
import { takesColors } from '../color-choice';
import { printFailure, printText } from '../output';
import { FileValidator, verdictsText } from './validate-files';

const help = `Validates telemetry calls and events against the V3 definitions.

Usage:
  npm run --silent validate -- [--pretty] FILE
  npm run --silent validate -- [--pretty] -        Read standard input

Options:
  --pretty      Print a readable report instead of JSON
  -h, --help    Show this help

FILE is NDJSON, a JSON array, an SDK batch, a HAR file or a capture file. Each item is a call:
  {"method": "interact", "args": [{"type": "TOUCH", "id": "next"}]}
or an event in wire format:
  {"eid": "INTERACT", "ets": …, "edata": {…}, …}

Output, one JSON line per item:
  {"index", "kind", "verdict": "valid|invalid|unknown", "findings": [{"ruleSet", "severity", "code", "path", "message", "params"}]}

Exit codes: 0 no errors, 1 some items have errors or a line isn't JSON, 2 nothing could be read.
More options: npm run --silent telemetry-v3 -- validate --help`;

/** Runs `npm run validate`: one file, the rule sets and the output of the first version. */
export async function runBasicValidate(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) return printText(deps, help);
  const file = readFileArgument(args);
  if (!file.ok) return printFailure(deps, file.failure);
  const isPretty = args.includes('--pretty');
  const validator = new FileValidator(deps, {
    rules: defaultRuleSetNames,
    severity: 'info',
    isQuiet: false,
    filter: '',
    format: isPretty ? 'basic-pretty' : 'basic-json',
    isColored: takesColors(deps),
    showsFile: false,
    policy: noPolicy,
    configFile: null,
    baseline: null,
    updatesBaseline: false,
    collectsReport: false,
    collectsSources: false,
    collectsStats: false,
  });
  await validator.validate(file.value);
  return validator.end(isPretty ? verdictsText(validator.totals.verdicts) : null);
}

function readFileArgument(args: readonly string[]): Result<string, string> {
  const isFlag = (arg: string) => arg.startsWith('-') && arg !== '-';
  const strange = args.find((arg) => isFlag(arg) && arg !== '--pretty');
  if (strange !== undefined) return fail(`Unknown option ${strange}. Options: --pretty, --help.`);
  const [file, second] = args.filter((arg) => !isFlag(arg));
  if (file === undefined) return fail('No file given. Enter a file, or - for standard input. See --help.');
  if (second !== undefined) return fail(`Only one file is allowed; got ${file} and ${second}.`);
  return succeed(file);
}
