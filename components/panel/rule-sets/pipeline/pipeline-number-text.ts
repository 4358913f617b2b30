import type { PipelineLimits } from '#core/rules/ingestion/pipeline-numbers';

/** Units with their size in the smallest unit, in ascending order. */
type Units = Readonly<Record<string, number>>;

const BYTES: Units = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const MILLISECONDS: Units = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** The units of each number; `null` for a count. */
const unitsByNumber: Readonly<Record<keyof PipelineLimits, Units | null>> = {
  maxBatchBytes: BYTES,
  maxEventBytes: BYTES,
  duplicateWindowMs: MILLISECONDS,
  duplicateBatchWindowMs: MILLISECONDS,
  maxAgeMonths: null,
};

export function unitSymbols(name: keyof PipelineLimits): readonly string[] {
  return Object.keys(unitsByNumber[name] ?? {});
}

/** Formats `1 MiB`, in the largest unit that divides the value exactly; empty for `null`. */
export function formatPipelineNumber(name: keyof PipelineLimits, value: number | null): string {
  if (value === null) return '';
  const units = unitsByNumber[name];
  if (units === null) return String(value);
  const [symbol, size] = Object.entries(units).findLast(([, each]) => value % each === 0) ?? ['', 1];
  return `${value / size} ${symbol}`;
}

/** Parses the user's text: `undefined` if it is not a valid number, `null` for an empty age. */
export function parsePipelineNumber(name: keyof PipelineLimits, text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return name === 'maxAgeMonths' ? null : undefined;
  const [, digits, symbol = ''] = /^(\d{1,15}(?:\.\d{1,6})?)\s*(\p{L}*)$/u.exec(trimmed) ?? [];
  if (digits === undefined) return undefined;
  const size = findUnitSize(unitsByNumber[name], symbol.toLowerCase());
  if (size === undefined) return undefined;
  const value = Number(digits) * size;
  return Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** Returns the size of a unit, or `undefined` if the number has no such unit. No symbol means the smallest unit. */
function findUnitSize(units: Units | null, symbol: string): number | undefined {
  if (symbol === '') return 1;
  if (units === null) return undefined;
  return Object.entries(units).find(([each]) => each.toLowerCase() === symbol)?.[1];
}
