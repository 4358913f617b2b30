import fc from 'fast-check';
import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import { dataIndexOf, eventKinds } from '#core/telemetry/kinds';
import { eventOf } from '#tests/unit/core/telemetry/sample-events';
import { hostileJson } from './hostile-json';

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
/** Generates a value that no definition permits, or one at the limit of what is permitted. */
export const edgeValue = fc.oneof(fc.constantFrom(...edgeValues), hostileJson(hostileKeys), fc.constant(undefined));
/** Generates an event of any kind without findings, in which one value is changed, added or omitted. */
export const nearEvent = fc
  .tuple(
    fc.constantFrom(...eventKinds),
    fc.nat(),
    fc.option(fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('syncts', '@timestamp', 'duration', 'edata'))),
    edgeValue,
  )
  .map(([kind, seed, newKey, changed]) => {
    const event = eventOf(kind, sampleArguments(kind)[dataIndexOf(kind)] ?? {});
    const paths = pathsIn(event);
    const path = paths[seed % paths.length] ?? [];
    const changedEvent = change(event, newKey === null ? path : [...path.slice(0, -1), newKey], changed);
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
export function change(json: Json, path: JsonPath, changed: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined || typeof json !== 'object' || json === null) return changed ?? null;
  const entries = new Map<string, Json>(Object.entries(json));
  if (rest.length === 0 && changed === undefined) entries.delete(String(step));
  else
    entries.set(
      String(step),
      rest.length === 0 ? (changed ?? null) : change(entries.get(String(step)) ?? null, rest, changed),
    );
  if (Array.isArray(json)) return [...entries.values()];
  return JSON.parse(`{${[...entries].map((entry) => entry.map((part) => JSON.stringify(part)).join(':')).join()}}`);
}
