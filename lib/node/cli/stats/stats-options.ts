import { formatNumber } from '#core/telemetry/wording';
import { type Result, succeed } from '#core/util/result';
import { type OptionTable, readArguments } from '../read-arguments';
import {
  configHelp,
  inputHelp,
  jobsHelp,
  readCount,
  readOneOf,
  readSharedOptions,
  rulesHelp,
  type SharedOptions,
  sharedOptionTable,
  wrongValue,
} from '../validate/shared-options';

const formats = ['table', 'json'] as const;

export interface StatsOptions extends SharedOptions {
  readonly format: (typeof formats)[number];
  /** Maximum number of pages, and of findings, that are listed. */
  readonly top: number;
}

const DEFAULT_TOP = 10;
const MAX_TOP = 1_000;

const optionTable = {
  ...sharedOptionTable,
  format: { type: 'string', short: 'f' },
  top: { type: 'string' },
} as const satisfies OptionTable;

export const statsHelp = `Counts events and calls by kind and page, and findings by rule. Lists the most frequent findings.

Usage:
  telemetry-v3 stats [OPTIONS] [FILE…]

${inputHelp}

Options:
  -f, --format table|json
                          Output: readable tables, or one JSON document. Default: table
  --top N                 Number of pages and findings to list, up to ${formatNumber(MAX_TOP)}. Default: ${DEFAULT_TOP}
  --filter FILTER         Count only items that match this filter of the panel: 'is:invalid pageid:home'
${rulesHelp}
${configHelp}
${jobsHelp}
  -h, --help              Show this help

The baseline and failOn of a configuration have no effect.

Exit codes: 0: all files were counted, even if there are findings. 1: one of several files couldn't be read.
2: no input could be read, output couldn't be written, or an option is invalid.`;

/** Reads the arguments of `telemetry-v3 stats`. Fails with a sentence. */
export function readStatsOptions(args: readonly string[]): Result<StatsOptions, string> {
  const commandLine = readArguments(args, optionTable);
  if (!commandLine.ok) return commandLine;
  const { values, positionals } = commandLine.value;
  const format = readOneOf('format', values.format, formats);
  if (!format.ok) return format;
  const top = readCount('top', values.top);
  if (!top.ok) return top;
  const length = top.value ?? DEFAULT_TOP;
  if (length < 1 || length > MAX_TOP) return wrongValue('top', String(length), `a number from 1 to ${MAX_TOP}`);
  const check = readSharedOptions(values, positionals);
  return check.ok ? succeed({ ...check.value, format: format.value ?? 'table', top: length }) : check;
}
