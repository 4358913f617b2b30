import { type ParseArgsConfig, parseArgs } from 'node:util';
import { fail, type Result, succeed } from '#core/util/result';
import { didYouMean } from '../did-you-mean';

export type OptionTable = NonNullable<ParseArgsConfig['options']>;

type Parsed<Table extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Table; allowPositionals: true; strict: true; args: string[] }>
>;

/** Parses a command line. Fails with one sentence. */
export function readArguments<Table extends OptionTable>(
  args: readonly string[],
  options: Table,
): Result<Pick<Parsed<Table>, 'values' | 'positionals'>, string> {
  try {
    return succeed(parseArgs({ args: [...args], options, allowPositionals: true, strict: true }));
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error;
    return fail(problemText(error.message, options));
  }
}

/** Replaces the messages of Node.js, which are long and suggest remedies that do not help here. */
function problemText(message: string, options: OptionTable): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const knownOptions = [...names, '--help'];
    return `Unknown option ${unknown}.${didYouMean(unknown, knownOptions)} Options: ${knownOptions.join(', ')}.`;
  }
  const option = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1] ?? 'An option';
  if (/argument missing/.test(message)) return `${option} needs a value. See --help.`;
  if (/argument is ambiguous/.test(message))
    return `${option} needs a value. If it begins with -, write ${option}=VALUE.`;
  if (/does not take an argument/.test(message)) return `${option} takes no value. See --help.`;
  return `${message.split('\n')[0]?.replace(/\.?$/, '.')} See --help.`;
}
