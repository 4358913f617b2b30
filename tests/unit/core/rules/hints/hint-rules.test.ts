import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { findingText } from '#core/report/english-findings';
import { checkCall, checkEvent } from '#core/rules/default-rule-sets';
import { checkEventHints, hintRules } from '#core/rules/hints/hint-rules';
import { sampleArguments } from '#core/telemetry/draft';
import type { Finding } from '#core/telemetry/findings';
import { dataIndexOf, type EventKind, eventKinds } from '#core/telemetry/kinds';
import { eventOf } from '../../telemetry/sample-events';

const RECEIVED_AT = 1_763_620_200_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function formatHint({ code, params, path }: Finding): string {
  return `${code} ${params.reason} ${path.join('.')}`;
}

function hintsOf(json: Json, receivedAt: number | null = null): readonly string[] {
  return checkEventHints(json, receivedAt).map(formatHint);
}

const interact = (data: object, overrides: object = {}) =>
  eventOf('interact', { type: 'TOUCH', id: 'next-button', pageid: 'lesson', ...data }, overrides);
const end = (duration: Json) => eventOf('end', { type: 'player', duration });
const context = (overrides: object) => ({ context: { channel: 'learn', env: 'home', ...overrides } });

describe('hints', () => {
  it.each<[string, Json]>([
    ['wrong-unit ets-in-seconds ets', interact({}, { ets: 1_592_803_822 })],
    ['wrong-unit duration-in-milliseconds edata.duration', end(1_911_426)],
    ['wrong-unit duration-is-timestamp edata.duration', end(1_764_100_000.2)],
    ['wrong-unit duration-is-timestamp edata.duration', eventOf('start', { type: 'app', duration: 1_529_499_971_560 })],
    ['wrong-unit duration-in-milliseconds edata.pagesummary.0.timespent', summaryWith(900_000)],
    ['event-age ets-in-future ets', interact({}, { ets: RECEIVED_AT + 2 * HOUR_MS, syncts: RECEIVED_AT })],
    [
      'event-age ets-too-old ets',
      interact({}, { ets: RECEIVED_AT - 93 * DAY_MS, '@timestamp': '2025-11-20T06:30:00.000Z' }),
    ],
    ['placeholder placeholder-id edata.id', interact({ id: '[object Object]' })],
    ['placeholder placeholder-id edata.pageid', interact({ pageid: 'undefined' })],
    ['placeholder placeholder-id context.channel', interact({}, context({ channel: 'null' }))],
    ['placeholder placeholder-id context.cdata.0.id', interact({}, context({ cdata: [{ type: 'a', id: 'NaN' }] }))],
    ['placeholder placeholder-id object.rollup.l1', interact({}, { object: { id: 'a', rollup: { l1: 'undefined' } } })],
    [
      'misplaced-value user-agent-as-pid context.pdata.pid',
      interact({}, context({ pdata: { id: 'portal', pid: 'Mozilla/5.0 (X11; Linux x86_64)' } })),
    ],
    ['misplaced-value url-as-pageid edata.pageid', interact({ pageid: 'https://learn.example.org/a?b=1' })],
    ['empty-object empty-object object', interact({}, { object: {} })],
    ['json-as-text json-as-text edata.subtype', interact({ subtype: '{"a":1}' })],
    ['json-as-text json-as-text edata.subtype', interact({ subtype: '[]' })],
    ['json-as-text json-as-text object.id', interact({}, { object: { id: '["do_1"]' } })],
    ['wrapped whole-event edata', eventOf('interact', interact({}))],
    ['wrapped nested-edata edata', eventOf('interact', { edata: { type: 'TOUCH', id: 'a' } })],
    ['earlier-version earlier-eid eid', { eid: 'OE_ITEM_RESPONSE', ver: '2.2' }],
    ['earlier-version earlier-eid eid', { eid: 'GE_INTERACT', ver: '2.2' }],
    ['personal-data personal-email actor.email', interact({}, { actor: { id: 'a', email: 'a@mail.example.org' } })],
    ['personal-data personal-email edata.subtype', interact({ subtype: 'mailto:a%40mail.example.org' })],
    ['personal-data personal-phone edata.subtype', interact({ subtype: 'call +91 98765 43210' })],
    [
      'personal-data personal-phone edata.extra.values.0.text',
      interact({ extra: { values: [{ text: '9876543210' }] } }),
    ],
  ])('an event has the hint %s', (expected, json) => {
    expect(hintsOf(json)).toEqual([expected]);
  });

  it.each<[string, Json]>([
    ['a time in milliseconds', interact({}, { ets: RECEIVED_AT })],
    ['a small number as a time', interact({}, { ets: 1 })],
    ['an old event without a time of receipt', interact({}, { ets: 1_500_000_000_000 })],
    ['an event that is sent days later', interact({}, { ets: RECEIVED_AT - 80 * DAY_MS, syncts: RECEIVED_AT })],
    ['a clock that is some minutes ahead', interact({}, { ets: RECEIVED_AT + 50 * 60_000, syncts: RECEIVED_AT })],
    [
      'a time of receipt that is not a time',
      interact({}, { ets: 1_500_000_000_000, syncts: 'later', '@timestamp': 'never' }),
    ],
    ['a duration of days', end(339_455)],
    ['a duration in free values, which may be in any unit', interact({ extra: { duration: 1_764_100_000 } })],
    ['a duration outside of the data', interact({}, context({ duration: 1_764_100_000 }))],
    ['words with undefined in them', interact({ id: 'undefined-button', pageid: 'nullable' })],
    ['undefined as a free text', eventOf('log', { type: 'a', level: 'INFO', message: 'undefined' })],
    ['an empty text, which the definition reports', interact({ id: '' })],
    ['a user agent in uaspec', eventOf('start', { type: 'app', uaspec: { agent: 'Mozilla/5.0', raw: 'Mozilla/5.0' } })],
    ['a path as page ID', interact({ pageid: '/lesson/do_1' })],
    ['a URL as uri', eventOf('impression', { type: 'view', pageid: 'a', uri: 'https://a.example/b' })],
    ['an empty rollup, which SDKs send', interact({}, { object: { id: 'a', rollup: {} } })],
    ['an empty object of free values', interact({ extra: {} })],
    ['JSON as a message', eventOf('log', { type: 'a', level: 'INFO', message: '{"a":1}' })],
    ['JSON text in items of values', eventOf('response', { type: 'CHOOSE', values: [{ 1: '{"text":"a"}' }] })],
    ['a text in brackets that is not JSON', interact({ id: '[next]', subtype: '{0}' })],
    ['the edata field of AUDIT', eventOf('audit', { edata: { props: ['name'], state: 'Live' } })],
    ['an edata field beside other fields', eventOf('interact', { type: 'TOUCH', id: 'a', edata: { a: 1 } })],
    ['an event type of neither V2 nor V3', { eid: 'CLICK', ver: '3.0' }],
    ['an event type of V2 without a successor in V3', { eid: 'GE_EARN', ver: '2.2' }],
    ['a file name with @2x', interact({ subtype: 'logo@2x.png' })],
    ['a stack frame with an @', eventOf('error', { err: 'E', errtype: 'x', stacktrace: 'load@main.js:1:2' })],
    ['the URL of a repository', eventOf('error', { err: 'E', errtype: 'x', stacktrace: 'git@github.com:org/app.git' })],
    ['a package with its version', interact({ subtype: 'sdk@2.0.1' })],
    ['ids of ten digits', interact({ id: '9876543210' }, { object: { id: '9876543210', type: 'Content' } })],
    ['a long id with digits', interact({ subtype: 'do_21340987654321012' })],
    ['a UUID', interact({ subtype: '12345678-9012-3456-7890-123456789012' })],
    ['a time as a text', interact({ subtype: '1763620200000' })],
    ['digits in a URL', interact({ subtype: 'https://a.example/o/9876543210' })],
  ])('an event has no hint for %s', (_, json) => {
    expect(hintsOf(json)).toEqual([]);
  });

  it('the age of an event is measured against its time of receipt', () => {
    const event = interact({}, { ets: RECEIVED_AT, syncts: RECEIVED_AT });
    expect(hintsOf(event, RECEIVED_AT + 100 * DAY_MS)).toEqual(['event-age ets-too-old ets']);
    expect(hintsOf(event, RECEIVED_AT - 3 * HOUR_MS)).toEqual(['event-age ets-in-future ets']);
    expect(hintsOf(event, RECEIVED_AT + DAY_MS)).toEqual([]);
    const [finding] = checkEventHints(event, RECEIVED_AT - 3 * HOUR_MS);
    expect(finding && findingText(finding)).toBe('ets is 3 hours after the event was received.');
  });

  it('the arguments of a call are checked', () => {
    const hints = (method: string, args: readonly Json[]) =>
      hintRules.check({ type: 'call', method, args }).map(formatHint);
    expect(hints('interact', [{ type: 'TOUCH', id: 'undefined' }])).toEqual(['placeholder placeholder-id data.id']);
    expect(hints('end', [{ type: 'app', duration: 1_764_100_000 }])).toEqual([
      'wrong-unit duration-is-timestamp data.duration',
    ]);
    expect(hints('start', [{ uid: 'null' }, 'undefined', '1.0', {}])).toEqual(['placeholder placeholder-id contentId']);
    expect(hints('interact', [{ type: 'TOUCH', id: 'a' }, { context: { env: 'undefined' } }])).toEqual([]);
    expect(hints('click', [{ id: 'undefined' }])).toEqual([]);
  });
});

describe('findings with hints', () => {
  it.each<[EventKind]>([['interact'], ['audit'], ['log'], ['summary']])(
    '%s with a whole event as its data has one finding, and is invalid',
    (kind) => {
      const { verdict, findings } = checkCall(kind, [eventOf(kind, sampleArguments(kind)[0] ?? {})]);
      expect([verdict, findings.map(formatHint)]).toEqual(['invalid', ['wrapped whole-event data']]);
    },
  );

  it('edata nested in edata is one finding, and the envelope is still checked', () => {
    const event = eventOf('interact', { edata: { type: 'TOUCH', id: 'a' } }, { mid: '' });
    expect(checkEvent(event).findings.map(formatHint)).toEqual([
      'out-of-range empty-string mid',
      'wrapped nested-edata edata',
    ]);
  });

  it.each<[string, readonly Json[]]>([
    ['empty data', [{}]],
    ['no data', []],
    ['data with only the fields that the SDK adds', [{ duration: 0, uaspec: {} }]],
  ])('START with its edata passed as config and %s is invalid, with one finding', (_, data) => {
    const config = { type: 'workflow', mode: 'play', pageid: 'lesson' };
    const { verdict, findings } = checkCall('start', [config, 'do_1', '1.0', ...data]);
    expect([verdict, findings.map(formatHint)]).toEqual(['invalid', ['misplaced-value edata-as-config data']]);
  });

  it('START with a configuration and data has no hint about misplaced data', () => {
    const { findings } = checkCall('start', [{ type: 'portal', uid: 'u' }, 'do_1', '1.0', { type: 'player' }]);
    expect(findings.map(formatHint).filter((hint) => hint.includes('edata-as-config'))).toEqual([]);
  });

  it('an event type of V2 is reported once', () => {
    const { verdict, findings } = checkEvent({ eid: 'OE_ITEM_RESPONSE', ver: '2.2' });
    expect([verdict, findings.map(findingText)]).toEqual([
      'unknown',
      ['OE_ITEM_RESPONSE is an event type of V2; in V3 it is RESPONSE.'],
    ]);
  });

  it('a finding of the definition is not repeated as a hint', () => {
    expect(checkEvent(interact({ extra: { values: '[{"kb":27}]' } })).findings).toMatchObject([
      { ruleSet: 'definition', code: 'wrong-type' },
    ]);
  });

  it('a hint about an unlisted field is reported together with the notice about the field', () => {
    const start = { type: 'app', mode: 'play', stageid: 'a', duration: 1_764_100_000 };
    expect(checkEvent(eventOf('start', start)).findings.map(formatHint)).toEqual([
      'unknown-field unlisted-field edata.duration',
      'wrong-unit duration-is-timestamp edata.duration',
    ]);
  });

  it('an event with only an info finding is valid', () => {
    expect(checkEvent(interact({ id: 'undefined' })).verdict).toBe('valid');
  });

  it.each(eventKinds)('the sample of %s has no hint', (kind) => {
    const args = sampleArguments(kind);
    expect(checkCall(kind, args).findings.filter(({ ruleSet }) => ruleSet === 'hints')).toEqual([]);
    expect(hintsOf(eventOf(kind, args[dataIndexOf(kind)] ?? {}))).toEqual([]);
  });
});

it('checking hints of any event never throws, even if the event is deep or large', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(...eventKinds),
      (json, data, kind) => {
        const other = JSON.parse(JSON.stringify(json)) as Json;
        expect(() => hintsOf(other, RECEIVED_AT)).not.toThrow();
        expect(() =>
          hintsOf({ eid: kind.toUpperCase(), ets: 1, edata: JSON.parse(JSON.stringify(data)) }),
        ).not.toThrow();
        expect(() => hintRules.check({ type: 'call', method: kind, args: [other, other, other, other] })).not.toThrow();
      },
    ),
  );
  const deep = JSON.parse(`${'{"a":['.repeat(2_000)}"undefined"${']}'.repeat(2_000)}`) as Json;
  expect(hintsOf({ eid: 'LOG', edata: deep })).toEqual([]);
  const many = Array.from({ length: 10_000 }, () => ({ type: 'a', id: 'undefined' }));
  expect(hintsOf({ eid: 'LOG', context: { cdata: many } })).toHaveLength(20);
});

function summaryWith(timespent: number): Json {
  return eventOf('summary', { pagesummary: [{ id: 'lesson', timespent }] });
}

it('equal hints of adjacent events are one object, and others have their own path and parameters', () => {
  const hintsOfAge = (days: number) => checkEventHints(interact({}, { ets: RECEIVED_AT - days * DAY_MS }), RECEIVED_AT);
  const [first] = hintsOfAge(100);
  expect(hintsOfAge(100)[0]).toBe(first);
  expect(hintsOfAge(101)[0]).toMatchObject({ path: ['ets'], params: { days: 101 } });
  expect(hintsOf(interact({ id: 'undefined' }))).toEqual(['placeholder placeholder-id edata.id']);
  expect(hintsOf(interact({}, { mid: 'undefined' }))).toEqual(['placeholder placeholder-id mid']);
});
