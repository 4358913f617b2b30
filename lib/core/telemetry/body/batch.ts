import { isJsonObject } from '#core/json/json';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { checkFields } from '../check-fields';
import { type Field, fieldsOfShape } from '../fields';
import { FindingList } from '../finding-list';
import type { Finding } from '../findings';
import { identifier } from '../vocabulary';
import type { TelemetryBody } from './telemetry-body';

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
 * Returns the findings of what an SDK writes around its events (rule set `envelope`), paths in the body.
 * The events are validated one by one. Other bodies have no definition, and no findings.
 */
export function checkBatch({ json, shape }: TelemetryBody): readonly Finding[] {
  if (!isJsonObject(json) || shape.path.length !== 1 || shape.path[0] !== 'events') return [];
  fields ??= fieldsOfShape(batchShape);
  const list = new FindingList('envelope');
  checkFields(fields, json, list);
  return list.all();
}
