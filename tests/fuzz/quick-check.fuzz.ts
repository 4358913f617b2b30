import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { isSurelyCleanText } from '#core/rules/privacy/clean-text';
import { createQuickCheck } from '#core/rules/quick-check';
import { createCheck, defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-sets';
import { catalog } from '#core/telemetry/catalog';
import { sampleArguments } from '#core/telemetry/draft';
import { dataIndexOf, eventKinds } from '#core/telemetry/kinds';
import { checkData } from '#core/telemetry/valid-event';
import * as z from '#core/util/zod';
import { eventOf } from '#tests/unit/core/telemetry/sentences';
import { shareRuns } from './fuzz-runs';
import { hostileJson } from './hostile-json';

const numRuns = shareRuns(5);
const TOKEN = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.sig`;
const hostileKeys = ['type', 'id', 'extra', 'password', 'token', 'events', TOKEN];
const edge: readonly Json[] = [
  '',
  'DRAG',
  'Yes',
  'LISTEN',
  TOKEN,
  `Bearer ${'x'.repeat(20)}`,
  'https://a:b@c',
  -1,
  0,
  1.5,
  null,
];
const value = fc.oneof(fc.constantFrom(...edge), hostileJson(hostileKeys), fc.constant(undefined));
const allNames: readonly RuleSetName[] = [...defaultRuleSetNames, 'ingestion'];

const nearEvent = fc
  .tuple(fc.constantFrom(...eventKinds), fc.nat(), fc.option(fc.string({ maxLength: 6 })), value)
  .map(([kind, seed, newKey, changed]) => {
    const event = eventOf(kind, sampleArguments(kind)[dataIndexOf(kind)] ?? {});
    const paths = pathsIn(event);
    const path = paths[seed % paths.length] ?? [];
    const changedEvent = change(event, newKey === null ? path : [...path.slice(0, -1), newKey], changed);
    return { kind, event: isJsonObject(changedEvent) ? changedEvent : {} };
  });

describe('the quick check', () => {
  it.each([[defaultRuleSetNames], [allNames], [['definition']], [['envelope', 'privacy']]] as const)(
    'has the verdict of the whole check by %j',
    (names) => {
      const [quick, slow] = [createQuickCheck(names), createCheck(names)];
      let [clean, others] = [0, 0];
      fc.assert(
        fc.property(nearEvent, ({ event }) => {
          const text = JSON.stringify(event);
          const verdict = slow({ type: 'event', json: event });
          expect(quick(event, { length: text.length, isClean: isSurelyCleanText(text) })).toEqual(verdict);
          if (verdict.findings.length === 0) clean += 1;
          else others += 1;
        }),
        { numRuns },
      );
      expect([clean > 50, others > 50]).toEqual([true, true]);
    },
  );

  it('takes no event whose data zod refuses', () => {
    fc.assert(
      fc.property(nearEvent, ({ kind, event }) => {
        const { onWire, arguments: shape } = catalog[kind];
        const { edata } = event as { readonly edata?: Json };
        if (onWire !== undefined || edata === undefined) return;
        if (checkData(kind, event as { readonly edata: Json }).length === 0) {
          expect(z.object(shape).safeParse({ data: edata }).success).toBe(true);
        }
      }),
      { numRuns },
    );
    expect(checkData('log', { edata: { type: 'api', level: 'INFO', message: 'x' } })).toEqual([]);
  });
});

function pathsIn(json: Json, path: JsonPath = []): readonly JsonPath[] {
  if (typeof json !== 'object' || json === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(json).flatMap(([key, item]) => pathsIn(item, [...path, key])),
  ];
}

/** The same value with another one at a path, as `JSON.parse` makes it; without it where that is undefined. */
function change(json: Json, path: JsonPath, changed: Json | undefined): Json {
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
