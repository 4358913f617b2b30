import type { JsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import { checkFields } from './check-fields';
import { type Field, fieldsOfShape } from './fields';
import { FindingList } from './finding-list';
import type { Finding } from './findings';
import { identifier, withNote } from './vocabulary';

const rollup = z.looseObject({
  l1: z.nullish(z.string()),
  l2: z.nullish(z.string()),
  l3: z.nullish(z.string()),
  l4: z.nullish(z.string()),
});

const correlation = z.object({
  type: withNote(z.string(), 'envelope.correlationType'),
  id: withNote(z.string(), 'envelope.correlationId'),
});

const producer = z.looseObject({
  id: withNote(identifier(), 'envelope.producerId'),
  pid: z.nullish(z.string()),
  ver: z.nullish(z.string()),
});

/**
 * An event on the wire, as SDKs send it and servers require it. The definitions do not include its envelope.
 * Unknown keys, such as `@timestamp` and `flags` of pipelines, have no findings. Items of `cdata` have exactly two
 * keys.
 */
const eventShape = {
  eid: withNote(z.string(), 'envelope.eid'),
  ets: withNote(z.number(), 'envelope.ets', {
    recommendedMinimum: 0,
    epoch: true,
  }),
  ver: withNote(z.enum(['3.0', '3.1']), 'envelope.ver'),
  mid: withNote(z.string().check(z.minLength(1)), 'envelope.mid'),
  actor: withNote(
    z.looseObject({
      id: withNote(identifier(), 'envelope.actorId'),
      type: withNote(z.string(), 'envelope.actorType'),
    }),
    'envelope.actor',
  ),
  context: withNote(
    z.looseObject({
      channel: withNote(identifier(), 'envelope.channel'),
      env: withNote(z.string(), 'envelope.env'),
      pdata: z.nullish(producer),
      sid: z.nullish(z.string()),
      did: z.nullish(z.string()),
      cdata: z.nullish(z.array(correlation)),
      rollup: z.nullish(rollup),
    }),
    'envelope.context',
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
  edata: withNote(z.looseObject({}), 'envelope.edata'),
};

let fields: readonly Field[] | null = null;

/** The parts of an event that the SDK options can set. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

let optionFields: readonly Field[] | null = null;

/**
 * Returns the fields of the SDK options, which are parts of the envelope.
 * They are optional, because SDKs have defaults. Required fields of list items stay required.
 */
export function fieldsOfOptions(): readonly Field[] {
  optionFields ??= fieldsOfShape(eventShape)
    .filter(({ name }) => OPTION_PARTS.includes(name))
    .map(toOptional);
  return optionFields;
}

function toOptional(field: Field): Field {
  return { ...field, required: false, children: field.children.map(toOptional) };
}

/**
 * Validates the envelope of an event. Of `edata`, it checks only that it is an object.
 * Paths are paths in the event.
 */
export function checkEnvelope(event: JsonObject): readonly Finding[] {
  const list = new FindingList('envelope');
  checkFields(envelopeFields(), event, list);
  return list.all();
}

/** Returns the fields of an event on the wire, without those of `edata`. */
export function envelopeFields(): readonly Field[] {
  fields ??= fieldsOfShape(eventShape);
  return fields;
}
