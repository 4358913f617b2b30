import { describe, expect, test } from 'vitest';
import { eventKinds } from '#core/telemetry/kinds';
import { validateCall } from '#core/telemetry/validate-event';
import type { Lesson, LessonCall } from '#demo/site/lesson/act';
import { acts, CONTENT_ID, CONTENT_VERSION } from '#demo/site/lesson/act';
import { carefulSite } from '#demo/site/lesson/careful-site';
import { typicalSite } from '#demo/site/lesson/typical-site';

const input = {
  answer: 'condensation',
  query: 'जल चक्र',
  rating: 4,
  beganAt: 1_700_000_000_000,
  now: 1_700_000_075_000,
  address: 'http://127.0.0.1/sdk-2.0.1/',
};

const sites: readonly { readonly name: string; readonly lesson: Lesson }[] = [
  { name: 'careful site', lesson: carefulSite },
  { name: 'typical site', lesson: typicalSite },
];

describe.each(sites)('the $name', ({ lesson }) => {
  const calls = acts.flatMap(({ id }) => lesson[id](input));

  test('emits all 17 kinds in one lesson', () => {
    expect(new Set(calls.map(({ kind }) => kind))).toEqual(new Set(eventKinds));
  });

  test('emits more events than one batch of 20 holds', () => {
    expect(calls.length).toBeGreaterThan(20);
  });

  test('begins with start and finishes with end, or the SDK sends no end', () => {
    expect([calls.at(0)?.kind, calls.at(-1)?.kind]).toEqual(['start', 'end']);
  });

  test.each(calls.map((call, index) => ({ call, title: `${index + 1} ${call.kind}: ${call.wrong ?? 'right'}` })))(
    'call $title',
    ({ call }) => {
      expect(validateCall(call.kind, argumentsOf(call)).verdict).toBe(call.wrong === undefined ? 'valid' : 'invalid');
    },
  );
});

test('a wrong answer is an assess that was not passed, with score 0', () => {
  const [assess] = carefulSite.answer({ ...input, answer: 'evaporation' });
  expect(assess?.data).toMatchObject({ pass: 'No', score: 0, resvalues: [{ '1': 'evaporation' }] });
});

function argumentsOf({ kind, data, options }: LessonCall) {
  const args = kind === 'start' ? [{}, CONTENT_ID, CONTENT_VERSION, data] : [data];
  return options ? [...args, options] : args;
}
