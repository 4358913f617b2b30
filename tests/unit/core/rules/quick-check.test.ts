import { expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import { createQuickCheck } from '#core/rules/quick-check';
import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import { createCheck } from '#core/rules/rule-sets';
import { eventOf } from '../telemetry/sample-events';

const allNames: readonly RuleSetName[] = [...defaultRuleSetNames, 'ingestion'];

it.each<[string, Json]>([
  ['no finding', eventOf('interrupt', { type: 'x' })],
  ['findings of each rule set', eventOf('log', { type: 7, password: 'abc', extra: [1] }, { context: 7 })],
  ['a finding within a field that the envelope reports', eventOf('start', { type: 'x' }, { object: { id: 7 } })],
  ['arguments at other paths', eventOf('audit', { edata: { props: 'name' } })],
  ['an unknown type', eventOf('log', {}, { eid: 'NONE' })],
  ['an eid that is not a string', eventOf('log', {}, { eid: ['LOG'] })],
  [
    'a secret in its mid',
    eventOf('log', { type: 'a', level: 'INFO', message: 'm' }, { mid: `Bearer ${'x'.repeat(20)}` }),
  ],
])('the quick check has the same result as the full check, repeatedly, for an event with %s', (_, json) => {
  const text = JSON.stringify(json);
  const expected = createCheck(allNames)({ type: 'event', json });
  const quick = createQuickCheck(allNames);
  for (let run = 0; run < 2; run += 1) {
    expect(quick(json as JsonObject, { length: text.length, isClean: isKnownCleanText(text) })).toEqual(expected);
  }
});

it('the quick check shares equal findings between events, except those of items at high indexes', () => {
  const quick = createQuickCheck(allNames);
  const findings = (items: number, value: Json) => {
    const cdata = Array.from({ length: items }, () => ({ id: 'a', type: 'b' })) as Json[];
    const edata = { type: 'view', pageid: 'p', uri: 'u', visits: [{ objid: 'a', objtype: 'b', extra: 1 }] };
    const event = eventOf('impression', edata, { context: { channel: 'a', env: 'e', cdata: [...cdata, value] } });
    return quick(event as JsonObject, { length: 0, isClean: true }).findings.filter(({ path }) => path.length > 2);
  };
  const [first, second] = [findings(1, { id: 7, type: 'b' }), findings(1, { id: 7, type: 'b' })];
  expect(first.map(({ ruleSet, path }) => [ruleSet, path.join('.')])).toContainEqual([
    'ingestion',
    'edata.visits.0.extra',
  ]);
  expect(first.every((finding, index) => finding === second[index])).toBe(true);
  const [one, other] = [findings(120, 7), findings(120, 7)].map((list) => list.find(({ path }) => path.includes(120)));
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
});

it('the quick check does not share findings with different paths or values', () => {
  const quick = createQuickCheck(['definition']);
  const paths = (edata: object) =>
    quick(eventOf('assess', edata) as JsonObject, { length: 0, isClean: true }).findings.map(({ path, params }) => [
      path.join('.'),
      params.value ?? params.field ?? params.reason,
    ]);
  const assess = { item: { id: 'q1' }, pass: 'No', score: 0, resvalues: [], duration: 1 };
  expect(paths({ ...assess, pass: 'no' })).toEqual([['edata.pass', '"no"']]);
  expect(paths({ ...assess, pass: 'NO' })).toEqual([['edata.pass', '"NO"']]);
  expect(paths({ ...assess, a: 1, item: { id: 'q1', a: 1 } })).toEqual([
    ['edata.item.a', 'a'],
    ['edata.a', 'a'],
  ]);
  expect(paths({ ...assess, resvalues: [{}, 7] })).toEqual(paths({ ...assess, resvalues: [{}, 7] }));
});
