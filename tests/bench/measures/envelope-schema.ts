const optional = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const text = { type: 'string' };
const rollup = optional({
  type: 'object',
  properties: { l1: optional(text), l2: optional(text), l3: optional(text), l4: optional(text) },
});
const correlation = {
  type: 'object',
  properties: { type: text, id: text },
  required: ['type', 'id'],
  additionalProperties: false,
};

/** JSON Schema of an event in wire format, with the same fields as lib/core/telemetry/envelope. */
export const envelopeSchema = {
  type: 'object',
  required: ['eid', 'ets', 'ver', 'mid', 'actor', 'context', 'edata'],
  properties: {
    eid: text,
    ets: { type: 'number' },
    ver: { enum: ['3.0', '3.1'] },
    mid: { type: 'string', minLength: 1 },
    actor: {
      type: 'object',
      required: ['id', 'type'],
      properties: { id: { type: 'string', minLength: 1 }, type: text },
    },
    context: {
      type: 'object',
      required: ['channel', 'env'],
      properties: {
        channel: { type: 'string', minLength: 1 },
        env: text,
        pdata: optional({
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', minLength: 1 }, pid: optional(text), ver: optional(text) },
        }),
        sid: optional(text),
        did: optional(text),
        cdata: optional({ type: 'array', items: correlation }),
        rollup,
      },
    },
    object: optional({
      type: 'object',
      properties: { id: optional(text), type: optional(text), ver: optional(text), rollup },
    }),
    tags: optional({ type: 'array', items: text }),
  },
};
