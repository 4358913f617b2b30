import { Ajv } from 'ajv';
import type { JsonObject } from '#core/json/json';
import { catalog } from '#core/telemetry/catalog';
import { validateEvent } from '#core/telemetry/validate-event';
import * as z from '#core/util/zod';
import { type Metrics, roundTo } from '../measurements';
import { envelopeSchema } from './envelope-schema';

const SECOND_MS = 1000;

/**
 * Measures our rules and the same rules as a compiled ajv schema, as far as it can express them.
 * Both validate one valid event of 1 kB, with all errors.
 */
export function measureValidation(): Metrics['validate'] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const compiled = ajv.compile(eventSchema());
  if (validateEvent(event).verdict !== 'valid' || !compiled(event)) throw new Error('The event must be valid.');
  const ownRate = measureRate(() => validateEvent(event));
  const ajvRate = measureRate(() => compiled(event));
  return { opsPerSecond: Math.round(ownRate), shareOfAjvCompiled: roundTo(ownRate / ajvRate, 3) };
}

/** Returns the best of several quarter-second parts, because the machine may be busy in the others. */
function measureRate(check: () => unknown): number {
  let best = 0;
  for (let part = 0; part < 8; part += 1) {
    const startedAt = performance.now();
    let count = 0;
    while (performance.now() - startedAt < SECOND_MS / 4) {
      for (let index = 0; index < 200; index += 1) check();
      count += 200;
    }
    best = Math.max(best, (count * SECOND_MS) / (performance.now() - startedAt));
  }
  return best;
}

/**
 * Returns the schema of the event.
 * Unlisted fields are only notices in our rules, so ajv must accept them.
 */
function eventSchema(): object {
  const interactSchema = z.toJSONSchema(z.object(catalog.interact.arguments), { io: 'input', unrepresentable: 'any' });
  const { properties } = JSON.parse(JSON.stringify(interactSchema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  ) as { properties: { data: object } };
  return { ...envelopeSchema, properties: { ...envelopeSchema.properties, edata: properties.data } };
}

const event: JsonObject = {
  eid: 'INTERACT',
  ets: 1_763_620_200_000,
  ver: '3.0',
  mid: 'INTERACT:0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  actor: { id: 'learner-07', type: 'User' },
  context: {
    channel: 'demo-channel',
    env: 'lesson',
    pdata: { id: 'demo.portal', pid: 'lesson-player', ver: '2.0' },
    sid: 'b1f3c0de-5e55-4000-8000-000000000001',
    did: 'demo-device-1',
    cdata: [{ type: 'Chapter', id: 'water' }],
    rollup: { l1: 'demo-channel' },
  },
  object: { id: 'do_2134', type: 'Content', ver: '1.0', rollup: { l1: 'do_2100' } },
  tags: ['demo'],
  edata: {
    type: 'TOUCH',
    id: 'next-button',
    pageid: 'water-cycle',
    extra: { pos: [{ x: 12, y: 34, z: 0 }], values: ['The water cycle moves water to the sky and back. '.repeat(9)] },
  },
};
