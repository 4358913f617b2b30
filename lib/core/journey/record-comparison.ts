import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, valueAt } from '#core/json/json';
import { type JsonDifference, visitDifferences } from '#core/json/json-diff';
import { jsonEquals } from '#core/json/json-equals';
import { calledParts } from './changes';
import { kindLabel, type TelemetryRecord } from './record';
import { removeManualCdata, type WithoutManualCdata } from './values/manual-cdata';

/** The differences between two events, field by field. */
export interface RecordComparison {
  /** All differences that are not volatile. */
  readonly differences: readonly JsonDifference[];
  /** Differences that any two events have: IDs and times, and the entry in `cdata` of fired events. */
  readonly volatile: readonly JsonDifference[];
  /** Whether there are more differences than the lists contain. */
  readonly isTruncated: boolean;
}

/**
 * Fields with a new value in each event.
 * The SDK sets `mid` and `ets`; the pipeline sets `syncts` and `@timestamp`.
 */
export const VOLATILE_FIELDS: readonly string[] = ['mid', 'ets', 'syncts', '@timestamp'];

const CDATA_PATH: JsonPath = ['context', 'cdata'];

/** Limit of the listed differences. Events with more differences have nothing in common. */
export const MAX_DIFFERENCES = 500;

/**
 * Compares the events of two records field by field. For a record without an event, compares its call.
 * Differences in `edata` come first.
 */
export function compareRecords(one: TelemetryRecord, other: TelemetryRecord): RecordComparison {
  const differences: JsonDifference[] = [];
  const volatile: JsonDifference[] = [];
  let isTruncated = false;
  const [before, after] = toComparablePair(one, other);
  if ((before.cdataEntry === undefined) !== (after.cdataEntry === undefined))
    volatile.push({ path: CDATA_PATH, before: before.cdataEntry, after: after.cdataEntry });
  visitDifferences(before.event, after.event, (difference) => {
    const [field, ...rest] = difference.path;
    const list = rest.length === 0 && VOLATILE_FIELDS.includes(String(field)) ? volatile : differences;
    isTruncated = list.length >= MAX_DIFFERENCES;
    if (!isTruncated) list.push(difference);
    return !isTruncated;
  });
  return { differences, volatile, isTruncated };
}

/** Returns both events without the `cdata` entries of fired events. */
function toComparablePair(
  one: TelemetryRecord,
  other: TelemetryRecord,
): readonly [WithoutManualCdata, WithoutManualCdata] {
  const [before, after] = [removeManualCdata(toComparableJson(one)), removeManualCdata(toComparableJson(other))];
  return [withEmptyList(before, after.event), withEmptyList(after, before.event)];
}

/** Adds an empty list if the removed entry was the only one, because an empty list in `other` isn't a difference. */
function withEmptyList(compared: WithoutManualCdata, other: Json): WithoutManualCdata {
  const { event, cdataEntry } = compared;
  const { context } = isJsonObject(event) ? event : {};
  const otherList = valueAt(other, CDATA_PATH);
  const hadOnlyEntry = cdataEntry !== undefined && valueAt(event, CDATA_PATH) === undefined;
  if (!hadOnlyEntry || !isJsonObject(event) || !isJsonArray(otherList)) return compared;
  return { event: { ...event, context: { ...(isJsonObject(context) ? context : {}), cdata: [] } }, cdataEntry };
}

/** Returns the event with `edata` first, or the call in the form of an event if no event was captured. */
function toComparableJson(record: TelemetryRecord): Json {
  const { call, event } = record;
  if (event) return withContentFirst(event.json);
  const parts = call ? calledParts(call).filter(([, value]) => !isUnset(value)) : [];
  return { eid: kindLabel(record), ...Object.fromEntries(parts) };
}

function withContentFirst(event: Json): Json {
  if (!isJsonObject(event) || !Object.hasOwn(event, 'edata')) return event;
  const { edata = null, ...others } = event;
  return { edata, ...others };
}

function isUnset(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The differences of a field between two events. */
export type DifferenceType = 'changed' | 'added' | 'removed';

/** Returns how a field differs from the first event to the second. */
export function differenceType({ before, after }: JsonDifference): DifferenceType {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/**
 * Returns differences as JSON for the clipboard.
 * `[{"path": "edata.type", "change": "changed", "before": "OTHER", "after": "TOUCH"}]`
 */
export function toDifferencesJson(differences: readonly JsonDifference[]): Json {
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

/** Counts the differences by type. */
export function countDifferences(differences: readonly JsonDifference[]): Readonly<Record<DifferenceType, number>> {
  const counts = { changed: 0, added: 0, removed: 0 };
  for (const difference of differences) counts[differenceType(difference)] += 1;
  return counts;
}

/** Fields that distinguish events of one kind, the most significant first. */
const SIGNIFICANT_FIELDS: readonly JsonPath[] = [['type'], ['id'], ['pageid']];

/** Finds the most similar record of the same kind, by type, id and page, or `null` if there is none. */
export function findNearestRecord<Row extends TelemetryRecord>(
  target: TelemetryRecord,
  records: readonly Row[],
): Row | null {
  let nearest: { readonly record: Row; readonly score: number } | null = null;
  for (const record of records) {
    if (record.name.toLowerCase() !== target.name.toLowerCase() && record.kind !== target.kind) continue;
    const score = similarityScore(target, record);
    if (nearest === null || score > nearest.score) nearest = { record, score };
  }
  return nearest?.record ?? null;
}

/** Rates the similarity. An equal field counts more than all later fields together. */
function similarityScore(one: TelemetryRecord, other: TelemetryRecord): number {
  return SIGNIFICANT_FIELDS.reduce((sum, path) => {
    const [value, otherValue] = [edataAt(one, path), edataAt(other, path)];
    const isEqual = value !== undefined && otherValue !== undefined && jsonEquals(value, otherValue);
    return sum * 2 + Number(isEqual);
  }, 0);
}

function edataAt({ event }: TelemetryRecord, path: JsonPath) {
  return valueAt(event?.json, ['edata', ...path]);
}
