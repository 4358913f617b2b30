import { formatPath, type Json } from '#core/json/json';
import { type JsonDifference, visitDifferences } from '#core/json/json-diff';
import { calledParts } from './changes';
import { kindLabel, type TelemetryRecord } from './record';

/** Two events, field by field. */
export interface RecordComparison {
  /** Everything else that differs. */
  readonly differences: readonly JsonDifference[];
  /** What differs in any two events: ids and times of the event itself. */
  readonly volatile: readonly JsonDifference[];
  /** Whether there are more differences than these. */
  readonly isTruncated: boolean;
}

/** Set anew for each event, by the SDK (`mid`, `ets`) or on the way to the store (`syncts`, `@timestamp`). */
const VOLATILE_FIELDS: ReadonlySet<string> = new Set(['mid', 'ets', 'syncts', '@timestamp']);

/** Two events with more differences have nothing in common; a table of them is not read. */
export const MAX_DIFFERENCES = 500;

/** Compares the events of two records field by field; a record without an event is compared by its call. */
export function compareRecords(one: TelemetryRecord, other: TelemetryRecord): RecordComparison {
  const differences: JsonDifference[] = [];
  const volatile: JsonDifference[] = [];
  let isTruncated = false;
  visitDifferences(comparedJson(one), comparedJson(other), (difference) => {
    const [field, ...below] = difference.path;
    const list = below.length === 0 && VOLATILE_FIELDS.has(String(field)) ? volatile : differences;
    isTruncated = list.length >= MAX_DIFFERENCES;
    if (!isTruncated) list.push(difference);
    return !isTruncated;
  });
  return { differences, volatile, isTruncated };
}

/** The event, or what was called in the form of an event where none was captured. */
function comparedJson(record: TelemetryRecord): Json {
  const { call, event } = record;
  if (event) return event.json;
  const parts = call ? calledParts(call).filter(([, value]) => !isUnset(value)) : [];
  return { eid: kindLabel(record), ...Object.fromEntries(parts) };
}

function isUnset(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** How a field differs from the first event to the second. */
export type DifferenceType = 'changed' | 'added' | 'removed';

/** Returns how a field differs: one side alone, or both with other values. */
export function differenceType({ before, after }: JsonDifference): DifferenceType {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Differences as JSON to copy: `[{"path": "edata.type", "change": "changed", "before": "OTHER", "after": "TOUCH"}]`. */
export function differencesJson(differences: readonly JsonDifference[]): Json {
  return differences.map((difference) => {
    const { path, before, after } = difference;
    return {
      path: formatPath(path),
      change: differenceType(difference),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  });
}

/** How many differences there are of each type. */
export function countDifferences(differences: readonly JsonDifference[]): Readonly<Record<DifferenceType, number>> {
  const counts = { changed: 0, added: 0, removed: 0 };
  for (const difference of differences) counts[differenceType(difference)] += 1;
  return counts;
}
