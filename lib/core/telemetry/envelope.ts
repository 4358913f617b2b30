import type { JsonObject } from '#core/json/json';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { checkFields } from './check-fields';
import { type Field, fieldsOfShape } from './fields';
import { FindingList } from './finding-list';
import type { Finding } from './findings';
import { identifier } from './vocabulary';

const rollup = z.looseObject({
  l1: z.nullish(z.string()),
  l2: z.nullish(z.string()),
  l3: z.nullish(z.string()),
  l4: z.nullish(z.string()),
});

const correlation = z.object({
  type: describeField(z.string(), 'Type of the correlated thing.'),
  id: describeField(z.string(), 'Id of the correlated thing.'),
});

const producer = z.looseObject({
  id: describeField(identifier(), 'Id of the producing system.'),
  pid: z.nullish(z.string()),
  ver: z.nullish(z.string()),
});

/**
 * An event on the wire.
 * The definitions do not show it; this is what the SDKs send and the servers ask for. Keys that pipelines add on the
 * way (`@timestamp`, `flags`, …) are silent; `cdata` items have exactly two.
 */
const eventShape = {
  eid: describeField(z.string(), 'Event id.'),
  ets: describeField(z.number(), 'Time of the event in milliseconds since 1970.', {
    recommendedMinimum: 0,
    epoch: true,
  }),
  ver: describeField(z.enum(['3.0', '3.1']), 'Version of the event format.'),
  mid: describeField(z.string().check(z.minLength(1)), 'Message id.'),
  actor: describeField(
    z.looseObject({
      id: describeField(identifier(), 'Id of the actor.'),
      type: describeField(z.string(), 'Type of the actor.'),
    }),
    'Who or what raised the event.',
  ),
  context: describeField(
    z.looseObject({
      channel: describeField(identifier(), 'Name of the channel.'),
      env: describeField(z.string(), 'Name of the environment.'),
      pdata: z.nullish(producer),
      sid: z.nullish(z.string()),
      did: z.nullish(z.string()),
      cdata: z.nullish(z.array(correlation)),
      rollup: z.nullish(rollup),
    }),
    'Where it was raised.',
  ),
  object: z.nullish(
    z.looseObject({
      id: z.nullish(z.string()),
      type: z.nullish(z.string()),
      ver: z.nullish(z.string()),
      rollup: z.nullish(rollup),
    }),
  ),
  tags: z.nullish(z.array(z.string())),
  edata: describeField(z.looseObject({}), 'Data of the event.'),
};

let fields: readonly Field[] | null = null;

/** The parts of an event that an SDK's `options` set. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

let optionFields: readonly Field[] | null = null;

/**
 * Returns the fields of the SDKs' `options`: parts of the envelope.
 * None is required, as SDKs fill them in. Only what an item of a list must have stays required.
 */
export function fieldsOfOptions(): readonly Field[] {
  optionFields ??= fieldsOfShape(eventShape)
    .filter(({ name }) => OPTION_PARTS.includes(name))
    .map(asOptional);
  return optionFields;
}

function asOptional(field: Field): Field {
  return { ...field, required: false, children: field.children.map(asOptional) };
}

/**
 * The findings of the envelope of an event, `edata` only as to being an object.
 * Paths are paths in the event.
 */
export function checkEnvelope(event: JsonObject): readonly Finding[] {
  const list = new FindingList('envelope');
  checkFields(envelopeFields(), event, list);
  return list.all();
}

/** The fields of an event on the wire, `edata` only as an object. */
export function envelopeFields(): readonly Field[] {
  fields ??= fieldsOfShape(eventShape);
  return fields;
}
