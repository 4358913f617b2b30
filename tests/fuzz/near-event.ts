import fc from 'fast-check';
import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import { dataIndexOf, eventKinds } from '#core/telemetry/kinds';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';
import { hostileJson, jsonObjectOf } from './hostile-json';

const TOKEN = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.sig`;
const hostileKeys = ['type', 'id', 'extra', 'password', 'token', 'events', 'edata', 'eid', TOKEN];
const edgeValues: readonly Json[] = [
  '',
  'DRAG',
  'Yes',
  'LISTEN',
  TOKEN,
  `Bearer ${'x'.repeat(20)}`,
  'https://a:b@c',
  'undefined',
  '[object Object]',
  '[1]',
  'https://a.example/b',
  'Mozilla/5.0 (X11)',
  'learner@mail.example.org',
  '+91 98765 43210',
  '9876543210',
  1_592_803_822,
  1_700_000_000_000,
  1_500_000_000_000,
  2_000_000,
  1_763_620_200_000,
  {},
  -1,
  0,
  1.5,
  null,
];
/** Generates a value that definitions reject, or that is at the limit of the accepted values. */
export const edgeValue = fc.oneof(fc.constantFrom(...edgeValues), hostileJson(hostileKeys), fc.constant(undefined));
/** Generates an event of any kind without findings, in which one value is changed, added or omitted. */
export const nearEvent = fc
  .tuple(
    fc.constantFrom(...eventKinds),
    fc.nat(),
    fc.option(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('syncts', '@timestamp', 'duration', 'edata'))),
    edgeValue,
  )
  .map(([kind, seed, newKey, value]) => {
    const event = eventOf(kind, sampleArguments(kind)[dataIndexOf(kind)] ?? {});
    const paths = pathsIn(event);
    const path = paths[seed % paths.length] ?? [];
    const changedEvent = replaceAt(event, newKey === null ? path : [...path.slice(0, -1), newKey], value);
    return { kind, event: isJsonObject(changedEvent) ? changedEvent : {} };
  });

/** Returns the paths of all values below a value. */
export function pathsIn(json: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof json !== 'object' || json === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(json).flatMap(([key, item]) => pathsIn(item, [...path, key])),
  ];
}

/**
 * Returns a copy with another value at a path, as `JSON.parse` creates it.
 * `undefined` removes the value.
 */
export function replaceAt(json: Json, path: JsonPath, replacement: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined || typeof json !== 'object' || json === null) return replacement ?? null;
  const entries = new Map<string, Json>(Object.entries(json));
  const key = String(step);
  const value = rest.length === 0 ? replacement : replaceAt(entries.get(key) ?? null, rest, replacement);
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
  return Array.isArray(json) ? [...entries.values()] : jsonObjectOf([...entries]);
}
