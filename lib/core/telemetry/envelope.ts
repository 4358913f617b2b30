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
 * An event on the wire.
 * The definitions do not show it; this is what the SDKs send and the servers ask for. Keys that pipelines add on the
 * way (`@timestamp`, `flags`, …) are silent; `cdata` items have exactly two.
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
