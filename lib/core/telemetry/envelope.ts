import type { JsonObject } from '#core/json/json';
import { z } from '#core/util/zod';
import { checkFields } from './check-fields';
import { type Field, fieldsOfShape } from './fields';
import { FindingList } from './finding-list';
import type { Finding } from './findings';
import { identifier } from './vocabulary';

const rollup = z.looseObject({
  l1: z.string().nullish(),
  l2: z.string().nullish(),
  l3: z.string().nullish(),
  l4: z.string().nullish(),
});

const correlation = z.object({
  type: z.string().describe('Type of the correlated thing.'),
  id: z.string().describe('Id of the correlated thing.'),
});

const producer = z.looseObject({
  id: identifier().describe('Id of the producing system.'),
  pid: z.string().nullish(),
  ver: z.string().nullish(),
});

/**
 * An event as it travels. The definitions do not show it; this is what the SDKs send and the servers ask for.
 * Keys that pipelines add on the way (`@timestamp`, `flags`, …) are silent; `cdata` items have exactly two.
 */
const eventShape = {
  eid: z.string().describe('Event id.'),
  ets: z.number().describe('Time of the event in milliseconds since 1970.').meta({ usualMinimum: 0 }),
  ver: z.enum(['3.0', '3.1']).describe('Version of the event format.'),
  mid: z.string().min(1).describe('Message id.'),
  actor: z
    .looseObject({ id: identifier().describe('Id of the actor.'), type: z.string().describe('Type of the actor.') })
    .describe('Who or what raised the event.'),
  context: z
    .looseObject({
      channel: identifier().describe('Name of the channel.'),
      env: z.string().describe('Name of the environment.'),
      pdata: producer.nullish(),
      sid: z.string().nullish(),
      did: z.string().nullish(),
      cdata: z.array(correlation).nullish(),
      rollup: rollup.nullish(),
    })
    .describe('Where it was raised.'),
  object: z
    .looseObject({
      id: z.string().nullish(),
      type: z.string().nullish(),
      ver: z.string().nullish(),
      rollup: rollup.nullish(),
    })
    .nullish(),
  tags: z.array(z.string()).nullish(),
  edata: z.looseObject({}).describe('Data of the event.'),
};

let fields: readonly Field[] | null = null;

/** The parts of an event that an SDK's `options` set. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

let optionFields: readonly Field[] | null = null;

/**
 * The fields of the SDKs' `options`: parts of the envelope, none of them required, as the SDK fills in what is left out.
 * Only what an item of a list must have stays required.
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

/** The findings of the envelope of an event, `edata` only as to being an object; paths are paths in the event. */
export function checkEnvelope(event: JsonObject): readonly Finding[] {
  const list = new FindingList('envelope');
  checkFields(envelopeFields(), event, list);
  return list.all();
}

/** The fields of an event as it travels, `edata` only as an object. */
export function envelopeFields(): readonly Field[] {
  fields ??= fieldsOfShape(eventShape);
  return fields;
}
