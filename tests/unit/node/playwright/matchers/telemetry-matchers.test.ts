import { type ExpectMatcherState, expect as playwrightExpect } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkOptions, checkTimes } from '#node/playwright/matchers/matcher-options';
import { checkRules } from '#node/playwright/matchers/matcher-rules';
import { telemetryMatchers } from '#node/playwright/matchers/telemetry-matchers';
import { createFakeSource, interactOf } from '#tests/fixtures/telemetry-source';

const state = { isNot: false, timeout: 5_000 } as ExpectMatcherState;
const {
  toHaveEvent,
  toHaveEvents,
  toHaveNoInvalidEvents,
  toHaveNoLostEvents,
  toHaveSoundUserSessions,
  toMatchTelemetrySnapshot,
  toPassScenario,
} = telemetryMatchers;

describe('invalid arguments of matchers', () => {
  const { source, add } = createFakeSource();
  add(interactOf(1, { id: 'a' }));

  it('a matcher rejects unknown options, unknown rule sets and invalid numbers', async () => {
    expect(() => checkOptions('toHaveEvent', { tiems: 2 }, ['times'])).toThrow('Did you mean times?');
    expect(() => checkOptions('toHaveEvent', { timeout: Number.NaN }, [])).toThrow('milliseconds');
    for (const times of [-1, 1.5, Number.NaN, {}, { min: 0 }, { min: 2, max: 1 }]) {
      expect(() => checkTimes(times), JSON.stringify(times)).toThrow(/min|max|times/);
    }
    for (const times of [undefined, 0, 2, { min: 1 }, { max: 0 }, { min: 1, max: 3 }]) {
      expect(() => checkTimes(times)).not.toThrow();
    }
    expect(() => checkRules({ rules: [] })).toThrow('No rule set is named.');
    expect(() => checkRules({ rules: [], schemas: { strict: 'a.json' } })).not.toThrow();
    // @ts-expect-error
    expect(() => checkRules({ rules: ['defintion'] })).toThrow('Did you mean definition?');
    expect(() => checkRules({ schemas: { Strict: 'a.json' } })).toThrow('lower case');
    // @ts-expect-error
    expect(() => checkRules({ schemas: { strict: 7 } })).toThrow('schemas.strict must be a path; got 7.');
  });

  it('a matcher with invalid arguments rejects immediately', async () => {
    // @ts-expect-error
    await expect(toHaveEvent.call(state, source, { eid: 'INTRACT' })).rejects.toThrow('INTERACT');
    // @ts-expect-error
    await expect(toHaveEvent.call(state, source, 'kind:interact', { time: 2 })).rejects.toThrow('Did you mean times?');
    await expect(toHaveEvents.call(state, source, [])).rejects.toThrow('always passes');
    // @ts-expect-error
    await expect(toHaveNoInvalidEvents.call(state, source, { rules: ['privcy'] })).rejects.toThrow('privacy');
    // @ts-expect-error
    await expect(toHaveNoLostEvents.call(state, source, { allowempty: true })).rejects.toThrow('allowEmpty');
  });

  it('options that are not an object are rejected instead of ignored', async () => {
    for (const options of [2, null, 'times'] as never[])
      await expect(toHaveEvent.call(state, source, 'kind:interact', options)).rejects.toThrow(
        `The options of toHaveEvent must be an object; got ${options}.`,
      );
  });

  it('expected events that are not a list are rejected with a sentence', async () => {
    for (const expected of [undefined, { eid: 'LOG' }, 'kind:log'] as never[])
      await expect(toHaveEvents.call(state, source, expected)).rejects.toThrow(
        'toHaveEvents expects a list of events.',
      );
  });

  it('a matcher for anything but the fixture rejects with a sentence that names the fixture', async () => {
    for (const other of [undefined, null, 'x', {}, [], Promise.resolve(source)] as never[])
      for (const run of [
        () => toHaveEvent.call(state, other, 'kind:log'),
        () => toHaveNoInvalidEvents.call(state, other),
        () => toHaveSoundUserSessions.call(state, other),
        () => toMatchTelemetrySnapshot.call(state, other),
        () => toPassScenario.call(state, other, {}),
      ])
        await expect(run()).rejects.toThrow('This matcher needs the fixture: expect(telemetry).');
  });
});

it('the types of a matcher reject fields and kinds that no event has', () => {
  const extended = playwrightExpect.extend(telemetryMatchers);
  const typedCalls = (telemetry: ReturnType<typeof createFakeSource>['source']) => [
    () => extended(telemetry).toHaveEvent({ eid: 'INTERACT', edata: { id: extended.any(String) } }),
    // @ts-expect-error
    () => extended(telemetry).toHaveEvent({ eid: 'INTRACT' }),
    // @ts-expect-error
    () => extended(telemetry).toHaveEvent({ eid: 'INTERACT', edta: {} }),
    // @ts-expect-error
    () => extended(telemetry).toHaveEvents([{ eid: 'START', edata: { stagid: 'a' } }]),
    // @ts-expect-error
    () => extended(telemetry).toHaveNoInvalidEvents({ rules: ['privcy'] }),
  ];
  expect(typedCalls).toBeTypeOf('function');
});
