import { type Capture, gatherCapture, writeCaptureFile } from '#core/formats/capture-file';
import { type ExportFormat, exportFormats, formatFiles } from '#core/formats/formats';
import { readInput } from '#core/formats/read/read-file';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import { englishText } from '#core/report/english-text';
import { correlatorRules } from '#core/rules/checks';
import { pluralize } from '#core/telemetry/wording';
import type { Message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type { CliDeps, ExitCode } from '../cli-deps';
import { createBodyDeps } from '../input/body-deps';
import { decodeInput } from '../input/decode-input';
import { endOutput, Output, printFailure } from '../output';
import { type OptionTable, readArguments } from '../read-arguments';
import { fileFailure, inputName } from '../read-failure';

const endings = exportFormats.map((format) => `.${formatFiles[format].extension} (${format})`).join(', ');

export const convertHelp = `Converts a file of events to another format.

Usage:
  telemetry-v3 convert [OPTIONS] IN OUT

IN is a file of the formats that validate reads, or - for standard input. At most 200,000 events.
OUT is a file whose ending names the format: ${endings};
or - for standard output, with --to.

Options:
  --to FORMAT      ${exportFormats.join(', ')}. Default: by the extension of OUT
  --secrets keep   Don't replace tokens, email addresses and phone numbers
  -h, --help       Show this help`;

const optionTable = { to: { type: 'string' }, secrets: { type: 'string' } } as const satisfies OptionTable;

/** Runs `telemetry-v3 convert` with the arguments after its name. */
export async function runConvert(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const options = readConvertOptions(args);
  if (!options.ok) return printFailure(deps, options.failure);
  const { from, to, format, secrets } = options.value;
  const read = await readCapture(from, deps);
  if (!read.ok) return printFailure(deps, `Couldn't read ${inputName(from)}: ${read.failure}`);
  const { capture, remarks } = read.value;
  for (const remark of remarks) await printFailure(deps, englishText(remark), 0);
  const writtenBy = { name: 'telemetry-v3', version: deps.version };
  const { texts } = writeCaptureFile(capture, { format, secrets, exportedAt: deps.now(), writtenBy });
  if (to === '-') {
    const out = new Output(deps.stdout);
    for (const text of texts) {
      out.safeText(deps.isTerminal ? escapeForTerminal(text) : text);
      await out.flush();
      if (out.failure !== null) break;
    }
    return endOutput(out, deps, 0);
  }
  try {
    await deps.writeText(to, texts);
  } catch (error) {
    return printFailure(deps, `Couldn't write ${to}: ${fileFailure(error)}.`);
  }
  return printFailure(deps, `Wrote ${pluralize(capture.records.length, 'event')} to ${to}.`, 0);
}

async function readCapture(
  file: string,
  deps: CliDeps,
): Promise<Result<{ readonly capture: Capture; readonly remarks: readonly Message[] }, string>> {
  try {
    const decoded = await decodeInput(deps.open(file));
    if (!decoded.ok) return fail(`${decoded.failure}.`);
    const { bytes, readAttachment } = decoded.value;
    const gathered = gatherCapture();
    const read = await readInput(bytes, {
      rules: correlatorRules,
      sink: gathered.sink,
      bodies: createBodyDeps(file, deps, readAttachment),
      // Nothing else happens meanwhile that would need a rest.
      rest: async () => {},
      clock: () => 0,
      signal: deps.signal,
      maxEvents: Number.POSITIVE_INFINITY,
    });
    if (read.ok) return succeed({ capture: gathered.capture(), remarks: read.value.remarks });
    return fail(read.failure.reason === 'unreadable' ? englishText(read.failure.message) : 'it was stopped.');
  } catch (error) {
    return fail(`${fileFailure(error)}.`);
  }
}

interface ConvertOptions {
  readonly from: string;
  readonly to: string;
  readonly format: ExportFormat;
  readonly secrets: 'redact' | 'keep';
}

function readConvertOptions(args: readonly string[]): Result<ConvertOptions, string> {
  const read = readArguments(args, optionTable);
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [from, to, third] = positionals;
  if (from === undefined || to === undefined || third !== undefined)
    return fail('convert needs IN and OUT. See --help.');
  const { secrets = 'redact' } = values;
  if (secrets !== 'redact' && secrets !== 'keep') return fail(`--secrets must be redact or keep; got "${secrets}".`);
  const format = values.to === undefined ? formatOf(to) : exportFormats.find((name) => name === values.to);
  if (format !== undefined) return succeed({ from, to, format, secrets });
  if (values.to !== undefined) return fail(`--to must be one of ${exportFormats.join(', ')}; got "${values.to}".`);
  return fail(to === '-' ? 'Standard output needs --to FORMAT.' : `Unknown ending of ${to}. Endings: ${endings}.`);
}

function formatOf(file: string): ExportFormat | undefined {
  return exportFormats.find((format) => file.toLowerCase().endsWith(`.${formatFiles[format].extension}`));
}
