import { kindLabel } from '#core/journey/record';
import { isJsonObject, type Json, valueAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';

/** The common values of similar events. */
export interface SimilarityKey {
  /** The `eid`, or the observed name. */
  readonly name: string;
  /** `edata.type` and `edata.id`. Unset if absent or not a scalar. */
  readonly type?: Json;
  readonly id?: Json;
}

/** The events that the user hid, independent of the filter. */
export interface HiddenEvents {
  readonly rows: ReadonlySet<number>;
  readonly similarTo: readonly SimilarityKey[];
}

/** The initial state of a list, in which no event is hidden. */
export const noHiddenEvents: HiddenEvents = { rows: new Set(), similarTo: [] };

/** Returns the values that similar events share: kind, `edata.type` and `edata.id`. */
export function similarityKeyOf(record: JudgedRecord): SimilarityKey {
  const scalarAt = (key: string): Json | undefined => {
    const value = valueAt(record.event?.json, ['edata', key]) ?? valueAt(dataOfCall(record), [key]);
    return typeof value === 'object' ? undefined : value;
  };
  const [type, id] = [scalarAt('type'), scalarAt('id')];
  return {
    name: kindLabel(record),
    ...(type === undefined ? {} : { type }),
    ...(id === undefined ? {} : { id }),
  };
}

/** Returns the data of a call, for a call without an event. */
function dataOfCall({ call, event }: JudgedRecord): Json | undefined {
  return event ? undefined : call?.args.find((arg) => isJsonObject(arg));
}

/** Whether an event is hidden, by its row or because it is similar to a hidden event. */
export function isHidden({ rows, similarTo }: HiddenEvents, record: JudgedRecord): boolean {
  if (rows.has(record.row)) return true;
  if (similarTo.length === 0) return false;
  const key = similarityKeyOf(record);
  return similarTo.some(({ name, type, id }) => name === key.name && type === key.type && id === key.id);
}

/** Whether any event is hidden. */
export function hidesAny({ rows, similarTo }: HiddenEvents): boolean {
  return rows.size > 0 || similarTo.length > 0;
}
