import type { Writable } from 'node:stream';
import { DocumentReader } from '#core/formats/document-reader';
import { LineSplitter } from '#core/formats/split-lines';
import { Checker, type ExitCode } from './checker';
import { readOptions, usage } from './cli-options';
import { jsonReport, prettyReport, tallyText } from './cli-report';
import { Output } from './output';

/** What the command needs of the world. */
export interface ValidateDeps {
  /** The bytes of a file, or of standard input for `-`. Iterating it fails where it cannot be read. */
  readonly open: (file: string) => AsyncIterable<Uint8Array>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly isColoured: boolean;
}

/** Runs `validate` with the arguments after its name. */
export async function run(args: readonly string[], deps: ValidateDeps): Promise<ExitCode> {
  const options = readOptions(args);
  const [out, told] = [new Output(deps.stdout), new Output(deps.stderr)];
  if (!options.ok) return end(told, options.failure, 2);
  if (options.value === 'help') return end(out, usage, 0);
  const { file, isPretty } = options.value;
  const check = new Checker(out, told, isPretty ? prettyReport(deps.isColoured) : jsonReport);
  try {
    await readAll(deps.open(file), check);
  } catch (error) {
    check.tellFault(cannotRead(file, error));
  }
  const code = check.end();
  if (isPretty) out.line(tallyText(check.tally));
  await Promise.all([out.flush(), told.flush()]);
  return code;
}

async function readAll(chunks: AsyncIterable<Uint8Array>, check: Checker): Promise<void> {
  const [decoder, lines, reader] = [new TextDecoder(), new LineSplitter(), new DocumentReader()];
  for await (const chunk of chunks) {
    for (const line of lines.push(decoder.decode(chunk, { stream: true }))) await check.all(reader.push(line));
    if (lines.isTooLong || reader.isTooLong) {
      check.tellFault('The file is longer than 256 million characters, the maximum. Use NDJSON or split it.');
      return;
    }
    if (check.isUnread) return;
  }
  for (const line of [...lines.push(decoder.decode()), ...lines.end()]) await check.all(reader.push(line));
  await check.all(reader.end());
}

async function end(output: Output, text: string, code: ExitCode): Promise<ExitCode> {
  output.line(text);
  await output.flush();
  return code;
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission denied'],
]);

/** Only failures of the file system are told; anything else is a bug and goes up. */
function cannotRead(file: string, error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return `Couldn't read ${file === '-' ? 'standard input' : file}: ${reasons.get(error.code) ?? error.message}.`;
}
