import { isJsonArray, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { checkFields } from './check-fields';
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

/**
 * The SDKs send at most 1000 events at once.
 * A body without one among so many first items is something else.
 */
const ITEMS_LOOKED_AT = 1000;

/**
 * Returns a batch, known by its body alone, or `null`.
 * One item that is an event is enough: a text `eid` beside another field of an event, or any text `eid` in a body with
 * the fields of a batch. The address is never considered.
 */
export function batchOf(json: Json): Batch | null {
  if (!isJsonObject(json)) return null;
  const events = valueAt(json, ['events']);
  if (!isJsonArray(events)) return null;
  const isEvent = BATCH_FIELDS.every((name) => Object.hasOwn(json, name)) ? hasEid : isEventLike;
  return events.slice(0, ITEMS_LOOKED_AT).some(isEvent) ? { body: json, events } : null;
}

/** Fields that both SDK generations write around `events`. */
const BATCH_FIELDS = ['id', 'ver', 'params'] as const;

/** `edata` may be absent: SDK 2.0.1 sends none after `$t.interact()`. */
const EVENT_FIELDS = ['ets', 'ver', 'mid', 'actor', 'context', 'edata'] as const;

function hasEid(item: Json): boolean {
  return typeof valueAt(item, ['eid']) === 'string';
}

function isEventLike(item: Json): boolean {
  return hasEid(item) && EVENT_FIELDS.some((name) => valueAt(item, [name]) !== undefined);
}

const batchShape = {
  id: describeField(identifier(), 'Id of the API.'),
  ver: describeField(z.string(), 'Version of the API.'),
  params: describeField(
    z.looseObject({ msgid: describeField(identifier(), 'Message id, by which servers drop what they already have.') }),
    'Parameters.',
  ),
  ets: describeField(z.number(), 'Time of sending in milliseconds since 1970.', { recommendedMinimum: 0 }),
  events: describeField(z.array(z.looseObject({})), 'Events.'),
};

let fields: readonly Field[] | null = null;

/**
 * The findings of the batch itself (rule set `envelope`), paths in the body.
 * Its events are validated one by one.
 */
export function checkBatch(batch: Batch): readonly Finding[] {
  fields ??= fieldsOfShape(batchShape);
  const list = new FindingList('envelope');
  checkFields(fields, batch.body, list);
  return list.all();
}

/** The events that a body carries, or null if it is no batch. */
export function eventsOfBody(json: Json): readonly Json[] | null {
  return batchOf(json)?.events ?? null;
}
