import { isJsonArray, isJsonObject, type Json, type JsonObject, valueAt } from '../json';
import { z } from '../zod';
import { checkFields } from './check-fields';
import { isEventLike } from './envelope';
import { type Field, fieldsOfShape } from './fields';
import { FindingList } from './finding-list';
import type { Finding } from './findings';
import { identifier } from './vocabulary';

/** What an SDK posts: several events in one body. */
export interface Batch {
  readonly body: JsonObject;
  /** As they stand in the body; any of them may be wrong. */
  readonly events: readonly Json[];
}

/** The SDKs send at most 1000 events at once; a body without one among so many first items is something else. */
const ITEMS_LOOKED_AT = 1000;

/**
 * A batch, known by its body: an object whose `events` holds objects with `eid` and `edata`. Never by its address or
 * `id`, of which there are many. One such event is enough, so that a batch with a broken event is still seen.
 */
export function batchOf(json: Json): Batch | null {
  if (!isJsonObject(json)) return null;
  const events = valueAt(json, ['events']);
  if (!isJsonArray(events) || !events.slice(0, ITEMS_LOOKED_AT).some(isEventLike)) return null;
  return { body: json, events };
}

const batchShape = {
  id: identifier().describe('Id of the API.'),
  ver: z.string().describe('Version of the API.'),
  params: z
    .looseObject({ msgid: identifier().describe('Message id, by which servers drop what they already have.') })
    .describe('Parameters.'),
  ets: z.number().describe('Time of sending in milliseconds since 1970.').meta({ usualMinimum: 0 }),
  events: z.array(z.looseObject({})).describe('Events.'),
};

let fields: readonly Field[] | null = null;

/** The findings of the batch itself (rule set `envelope`), paths in the body; its events are validated one by one. */
export function checkBatch(batch: Batch): readonly Finding[] {
  fields ??= fieldsOfShape(batchShape);
  const list = new FindingList('envelope');
  checkFields(fields, batch.body, list);
  return list.all();
}

/** The events that a body carries, or null where it is no batch. */
export function eventsOfBody(json: Json): readonly Json[] | null {
  return batchOf(json)?.events ?? null;
}
