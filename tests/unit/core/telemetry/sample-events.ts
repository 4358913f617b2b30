import { isJsonArray, isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import type { EventKind } from '#core/telemetry/kinds';

/** Returns a mutable copy as plain JSON, without `undefined` fields. */
export function toPlainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** Returns the arguments of a sample with another value at a path. `undefined` removes the value. */
export function sampleWith(kind: EventKind, path: JsonPath, value: unknown): readonly Json[] {
  const changed = toPlainJson(withValueAt(sampleArguments(kind), path, value));
  return isJsonArray(changed) ? changed : [];
}

function withValueAt(holder: unknown, [step, ...rest]: JsonPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(holder))
    return holder.map((item, at) => (at === Number(step) ? withValueAt(item, rest, value) : item));
  const inner = isJsonObject(holder) ? holder : {};
  return { ...inner, [step]: withValueAt(inner[step], rest, value) };
}

/** Returns a complete event on the wire, whose envelope has no findings. */
export function eventOf(kind: EventKind, edata: unknown, overrides: object = {}): Json {
  return toPlainJson({
    eid: kind.toUpperCase(),
    ets: 1_763_620_200_000,
    ver: '3.0',
    mid: `${kind.toUpperCase()}:0f1e2d3c`,
    actor: { id: 'learner-7', type: 'User' },
    context: {
      channel: 'learn',
      env: 'content',
      pdata: { id: 'learn.portal', pid: 'player', ver: '1.0' },
      sid: 'session-1',
      did: 'device-1',
      cdata: [{ type: 'course', id: 'do_21340987654321000' }],
      rollup: { l1: 'do_21340987654321000' },
    },
    object: { id: 'do_21340987654321012', type: 'Content', ver: '1.0' },
    tags: ['class-6'],
    edata,
    ...overrides,
  });
}
