import type { PipelineLimits } from '#core/rules/ingestion/pipeline-numbers';

/** Units with their size in the smallest unit, in ascending order. */
type Units = Readonly<Record<string, number>>;

const BYTES: Units = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const MILLISECONDS: Units = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** The units of each number; `null` for a count. */
const unitsOf: Readonly<Record<keyof PipelineLimits, Units | null>> = {
  maxBatchBytes: BYTES,
  maxEventBytes: BYTES,
  duplicateWindowMs: MILLISECONDS,
  duplicateBatchWindowMs: MILLISECONDS,
  maxAgeMonths: null,
};

/** Returns the symbols of a number's units, for a sentence. */
export function unitSymbols(name: keyof PipelineLimits): readonly string[] {
  return Object.keys(unitsOf[name] ?? {});
}

/** Formats `1 MiB`, in the largest unit that divides the value exactly; empty for `null`. */
export function formatPipelineNumber(name: keyof PipelineLimits, value: number | null): string {
  if (value === null) return '';
  const units = unitsOf[name];
  if (units === null) return String(value);
  const [symbol, size] = Object.entries(units).findLast(([, each]) => value % each === 0) ?? ['', 1];
  return `${value / size} ${symbol}`;
}

/** Parses the user's text: `undefined` if it is not a valid number, `null` for an empty age. */
export function parsePipelineNumber(name: keyof PipelineLimits, text: string): number | null | undefined {
  const written = text.trim();
  if (written === '') return name === 'maxAgeMonths' ? null : undefined;
  const [, digits, symbol = ''] = /^(\d{1,15}(?:\.\d{1,6})?)\s*(\p{L}*)$/u.exec(written) ?? [];
  if (digits === undefined) return undefined;
  const size = sizeOf(unitsOf[name], symbol.toLowerCase());
  if (size === undefined) return undefined;
  const value = Number(digits) * size;
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

function sizeOf(units: Units | null, symbol: string): number | undefined {
  if (units === null || symbol === '') return symbol === '' ? 1 : undefined;
  return Object.entries(units).find(([each]) => each.toLowerCase() === symbol)?.[1];
}
