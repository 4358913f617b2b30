import { type JsonPath, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { TelemetryRecord } from './record';

/** What tells events of one kind apart, the most telling first. */
const TELLING_FIELDS: readonly JsonPath[] = [['type'], ['id'], ['pageid']];

/** The record that is most like another: of its kind, with the same type, id and page; `null` without one of its kind. */
export function findNearestRecord(
  wanted: TelemetryRecord,
  records: readonly TelemetryRecord[],
): TelemetryRecord | null {
  let nearest: { readonly record: TelemetryRecord; readonly likeness: number } | null = null;
  for (const record of records) {
    if (record.name.toLowerCase() !== wanted.name.toLowerCase() && record.kind !== wanted.kind) continue;
    const likeness = likenessOf(wanted, record);
    if (nearest === null || likeness > nearest.likeness) nearest = { record, likeness };
  }
  return nearest?.record ?? null;
}

/** An equal field counts more than all that come after it together. */
function likenessOf(one: TelemetryRecord, other: TelemetryRecord): number {
  return TELLING_FIELDS.reduce((sum, path) => {
    const [value, otherValue] = [edataAt(one, path), edataAt(other, path)];
    const isEqual = value !== undefined && otherValue !== undefined && jsonEquals(value, otherValue);
    return sum * 2 + Number(isEqual);
  }, 0);
}

function edataAt({ event }: TelemetryRecord, path: JsonPath) {
  return valueAt(event?.json, ['edata', ...path]);
}
