import { isJsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import { checkFields } from '../check-fields';
import { type Field, fieldsOfShape } from '../fields';
import { FindingList } from '../finding-list';
import type { Finding } from '../findings';
import { identifier, withNote } from '../vocabulary';
import type { TelemetryBody } from './telemetry-body';

const batchShape = {
  id: withNote(identifier(), 'batch.id'),
  ver: withNote(z.string(), 'batch.ver'),
  params: withNote(z.looseObject({ msgid: withNote(identifier(), 'batch.msgid') }), 'common.parameters'),
  ets: withNote(z.number(), 'batch.ets', { recommendedMinimum: 0 }),
  events: withNote(z.array(z.looseObject({})), 'batch.events'),
};

let fields: readonly Field[] | null = null;

/**
 * Validates the fields of an SDK batch around its events (rule set `envelope`).
 * Paths are paths in the body. The events themselves are validated one by one. Other bodies have no definition and no
 * findings.
 */
export function checkBatch({ json, shape }: TelemetryBody): readonly Finding[] {
  if (!isJsonObject(json) || shape.path.length !== 1 || shape.path[0] !== 'events') return [];
  fields ??= fieldsOfShape(batchShape);
  const list = new FindingList('envelope');
  checkFields(fields, json, list);
  return list.all();
}
