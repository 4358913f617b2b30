import { expect as playwrightExpect } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { edataFields } from '#core/query/field-paths';
import { envelopeFields } from '#core/telemetry/envelope';
import { eventKinds } from '#core/telemetry/kinds';
import { compileEventPattern, type EventPattern, matchesEvent } from '#node/playwright/matchers/event-pattern';
import { edataFieldNames } from '#node/playwright/matchers/expected-fields';
import { compileValidPattern, interactOf } from '#tests/fixtures/telemetry-source';

const failureOf = (pattern: EventPattern): string | null => {
  const read = compileEventPattern(pattern);
  return read.ok ? null : read.failure;
};

describe('event patterns', () => {
  it('an event is compared once with an expected event, however often the same events are judged', () => {
    const compared: unknown[] = [];
    const id = {
      $$typeof: Symbol.for('jest.asymmetricMatcher'),
      asymmetricMatch: (value: unknown) => compared.push(value) > 0,
    };
    const expected = compileValidPattern({ eid: 'INTERACT', edata: { id } });
    const records = [interactOf(1, { id: 'a' }), interactOf(2, { id: 'b' })];
    for (let burst = 0; burst < 3; burst += 1)
      expect(records.filter((record) => matchesEvent(expected, record))).toEqual(records);
    expect(compared).toEqual(['a', 'b']);
  });

  it.each<EventPattern>([
    { eid: 'INTERACT', edata: { type: 'TOUCH', id: expect.any(String), extra: { values: [{ page: 3 }] } } },
    { kind: 'interact', edata: { id: /a/, subtype: undefined } },
    { eid: 'INTERACT', edata: expect.objectContaining({ own: 1 }) },
    { eid: /^CUSTOM$/, edata: { own: 1 } },
    { eid: 'HEARTBEAT', edata: { own: 1 } },
    { edata: { duration: 3 }, context: { cdata: [{ id: 'a', type: 'x' }], own: 1 }, object: { rollup: { l1: 'a' } } },
    'eid:CUSTOM own.field:1',
    {},
  ])('the event pattern %j is accepted', (pattern) => {
    expect(failureOf(pattern)).toBeNull();
  });

  const OTHER_EVENT_HINT = 'For an event beyond the V3 kinds, use a regular expression or a filter.';
  const rejectedPatterns: readonly (readonly [EventPattern, string])[] = [
    // @ts-expect-error
    [{ eid: 'INTRACT' }, 'Unknown eid "INTRACT". Did you mean INTERACT?'],
    // @ts-expect-error
    [{ eid: 'interact' }, 'Unknown eid "interact". Did you mean INTERACT?'],
    // @ts-expect-error
    [{ eid: 'CUSTOM' }, `Unknown eid "CUSTOM". ${OTHER_EVENT_HINT}`],
    // @ts-expect-error
    [{ kind: 'intract' }, 'Unknown kind "intract". Did you mean interact?'],
    // @ts-expect-error
    [{ eid: 'START', kind: 'end' }, 'is not of the kind "end"'],
    // @ts-expect-error
    [{ eid: 'INTERACT', edta: {} }, 'Unknown field edta of the event INTERACT. Did you mean edata?'],
    // @ts-expect-error
    [{ edta: {} }, 'Unknown field edta of an event. Did you mean edata?'],
    // @ts-expect-error
    [{ eid: 'INTERACT', edata: { pageId: 'home' } }, 'Unknown field edata.pageId of the event INTERACT.'],
    // @ts-expect-error
    [{ kind: 'log', edata: { pageid: 'home' } }, 'Fields here: type, level, message, params.'],
    // @ts-expect-error
    [{ edata: { pagid: 'home' } }, 'Did you mean pageid?'],
    [{ context: { chanel: 'x' } }, 'Unknown field context.chanel of an event. Did you mean channel?'],
    [{ eid: 'ASSESS', edata: { item: { maxscor: 1 } } }, 'Unknown field edata.item.maxscor'],
    ['kind:intract', 'Did you mean kind:interact?'],
    ['edta.id:a', 'Did you mean edata.id:a?'],
    ['pagid:/a.c/', 'Did you mean pageid:/a.c/?'],
  ];
  it.each(rejectedPatterns)('the event pattern %j is rejected', (pattern, failure) => {
    expect(failureOf(pattern)).toContain(failure);
  });

  it.each([
    ['edata.id is of the type Promise', { eid: 'INTERACT', edata: { id: Promise.resolve('play') } }],
    ['edata.extra.list.1 is of the type Map', { eid: 'INTERACT', edata: { extra: { list: [1, new Map()] } } }],
    ['ets is of the type Date', { ets: new Date() }],
    ['tags is of the type Function', { tags: () => true }],
    ['The expected event is of the type Promise', Promise.resolve({ eid: 'INTERACT' })],
  ])('an event pattern that no event can match is rejected: %s', (failure, pattern) => {
    expect(failureOf(pattern as EventPattern)).toContain(failure);
  });

  it('a difference from an asymmetric matcher of Playwright has the value that the matcher expects', () => {
    const { any, arrayContaining, not, objectContaining, stringMatching } = playwrightExpect;
    const pattern = compileValidPattern({
      kind: 'interact',
      edata: {
        id: stringMatching(/^next/),
        type: not.stringContaining('TOUCH'),
        pageid: any(Number),
        extra: objectContaining({ tags: arrayContaining(['a', any(String)]) }),
      },
    });
    const differences = pattern.mismatches(interactOf(1, { id: 'play', type: 'TOUCH', pageid: 'home' }));
    expect(differences.map(({ expected }) => expected)).toEqual([
      'StringMatching /^next/',
      'StringNotContaining "TOUCH"',
      'Any<Number>',
      'ObjectContaining { tags: ArrayContaining ["a", Any<String>] }',
    ]);
  });

  it('the type of an event pattern has the fields of the definitions', () => {
    for (const kind of eventKinds) {
      expect(edataFieldNames[kind]).toEqual(edataFields(kind).map(({ name }) => name));
    }
    const event = { eid: /A/, ets: 1, ver: '3.0', mid: 'a', actor: {}, context: {}, object: {}, tags: [], edata: {} };
    expect(Object.keys(event satisfies EventPattern)).toEqual(envelopeFields().map(({ name }) => name));
  });
});
