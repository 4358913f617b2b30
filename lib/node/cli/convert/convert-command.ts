import { type Conversion, convertInput, NothingToWriteError } from '#core/formats/convert-input';
import { exportFormats } from '#core/formats/formats';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import { englishText } from '#core/report/english-text';
import { pluralize } from '#core/telemetry/wording';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ExitCode } from '../cli-deps';
import { createBodyDeps } from '../input/body-deps';
import { type Bytes, decodeInput } from '../input/decode-input';
import { endOutput, Output, printFailure, printMessage } from '../output';
import { type OptionTable, readArguments } from '../read-arguments';
import { fileFailure, inputName } from '../read-failure';
import { findReportProblem } from '../validate/write-reports';

const formatIds = exportFormats.map(({ id }) => id).join(', ');
const extensions = exportFormats.map(({ id, extension }) => `.${extension} (${id})`).join(', ');

export const convertHelp = `Converts a file of events to another format.

Usage:
  telemetry-v3 convert [OPTIONS] IN OUT

IN is a file in any format that validate reads, or - for standard input.
OUT is a file whose extension selects the format: ${extensions};
or - for standard output, with --to.

Options:
  --to FORMAT      Output format: ${formatIds}.
                   Default: by the extension of OUT
  --secrets keep   Don't replace tokens, email addresses and phone numbers
  -h, --help       Show this help

Exit codes: 0: OUT was written. 2: IN couldn't be read, OUT couldn't be written or is the same file as IN,
or an option is invalid.`;

const optionTable = { to: { type: 'string' }, secrets: { type: 'string' } } as const satisfies OptionTable;

/** Runs `telemetry-v3 convert` with the arguments after its name. */
export async function runConvert(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const options = readConvertOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const { input, output, format, secrets } = options.value;
  const problem = output === '-' ? null : await findReportProblem([output], [input], deps);
  if (problem !== null) return printFailure(deps, problem);
  const outcome: Conversion = { written: 0, syntheticRequests: 0, omitted: 0, warnings: [] };
  const writtenBy = { name: 'telemetry-v3', version: deps.version };
  let isReading = true;
  try {
    const decoded = await decodeInput(deps.open(input));
    if (!decoded.ok) return printFailure(deps, `Couldn't read ${inputName(input)}: ${decoded.failure}.`);
    isReading = false;
    const bodies = createBodyDeps(input, deps, decoded.value.readAttachment);
    const bytes = reportReading(decoded.value.bytes, (value) => {
      isReading = value;
    });
    const texts = convertInput(bytes, bodies, { format, secrets, exportedAt: deps.now(), writtenBy }, outcome);
    const code = output === '-' ? await writeToOutput(texts, deps) : await writeToFile(output, texts, deps);
    for (const warning of outcome.warnings) await printMessage(deps, englishText(warning));
    if (output === '-' && (code !== 0 || outcome.omitted === 0)) return code;
    return printMessage(deps, `${outcomeText(outcome)} to ${output === '-' ? 'standard output' : output}.`, code);
  } catch (error) {
    if (error instanceof NothingToWriteError) {
      return printFailure(deps, `Couldn't read ${inputName(input)}: ${englishText(error.fault)}`);
    }
    const problemText = isReading ? `Couldn't read ${inputName(input)}` : `Couldn't write ${output}`;
    return printFailure(deps, `${problemText}: ${fileFailure(error)}.`);
  }
}

/** Reports whether the input is being read, to distinguish read errors from write errors. */
async function* reportReading(bytes: Bytes, onChange: (isReading: boolean) => void): AsyncGenerator<Uint8Array> {
  onChange(true);
  for await (const chunk of bytes) {
    onChange(false);
    yield chunk;
    onChange(true);
  }
  onChange(false);
}

async function writeToOutput(texts: AsyncIterable<string>, deps: CliDeps): Promise<ExitCode> {
  const out = new Output(deps.stdout);
  for await (const text of texts) {
    out.safeText(deps.isTerminal ? escapeForTerminal(text) : text);
    await out.flush();
    if (out.failure !== null) break;
  }
  return endOutput(out, deps, 0);
}

async function writeToFile(file: string, texts: AsyncIterable<string>, deps: CliDeps): Promise<ExitCode> {
  await deps.writeTexts(file, texts);
  return 0;
}

/** Example: `Wrote 4 events in 1 synthetic request`. */
function outcomeText({ written, syntheticRequests, omitted }: Conversion): string {
  const requests = syntheticRequests === 0 ? '' : ` in ${pluralize(syntheticRequests, 'synthetic request')}`;
  const withoutText = omitted === 0 ? '' : ` (skipped ${omitted} without a request)`;
  return `Wrote ${pluralize(written, 'event')}${withoutText}${requests}`;
}

interface ConvertOptions {
  readonly input: string;
  readonly output: string;
  readonly format: ExportFormatDefinition;
  readonly secrets: 'redact' | 'keep';
}

function readConvertOptions(args: readonly string[]): Result<ConvertOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  const [input, output, third] = positionals;
  if (input === undefined || output === undefined || third !== undefined)
    return fail('convert needs IN and OUT. See --help.');
  const { secrets = 'redact' } = values;
  if (secrets !== 'redact' && secrets !== 'keep') return fail(`--secrets must be redact or keep; got "${secrets}".`);
  const format = values.to === undefined ? findFormat(output) : exportFormats.find(({ id }) => id === values.to);
  if (format !== undefined) return succeed({ input, output, format, secrets });
  if (values.to !== undefined) return fail(`--to must be one of ${formatIds}; got "${values.to}".`);
  return fail(
    output === '-'
      ? 'Standard output needs --to FORMAT.'
      : `Unknown file extension: ${output}. Supported: ${extensions}.`,
  );
}

function findFormat(file: string): ExportFormatDefinition | undefined {
  return exportFormats.find(({ extension }) => file.toLowerCase().endsWith(`.${extension}`));
}
