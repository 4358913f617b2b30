import { expect, it } from 'vitest';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';

function rowOf(kind: (typeof eventKinds)[number], name: string) {
  return referenceOf(kind).rows.find((row) => row.name === name);
}

it.each(eventKinds)('%s has its signature, its fields and its sample', (kind) => {
  const entry = referenceOf(kind);
  expect(entry.signature).toMatch(new RegExp(`^${kind}\\(.+\\)$`));
  expect(entry.eid).toBe(kind.toUpperCase());
  expect(entry.rows.length).toBeGreaterThan(0);
  expect(JSON.parse(entry.sample)).toBeTypeOf('object');
});

it('the reference of a kind says of a field what it may hold, and how far in it stands', () => {
  expect(rowOf('start', 'mode')).toEqual({
    name: 'mode',
    depth: 1,
    type: 'string',
    presence: 'required',
    note: 'start.mode',
    shownDefault: null,
    examples: [],
    suggestedValues: [],
    range: null,
    rules: [],
    choices: ['preview', 'edit', 'play'],
    reading: null,
  });
  expect(rowOf('interact', '[].z')).toMatchObject({ depth: 3, presence: 'optional' });
});

it('the reference of a kind says the default, the range and the rules that look at other fields', () => {
  expect(rowOf('assess', 'score')).toMatchObject({
    presence: 'default',
    note: 'assess.score',
    shownDefault: 'byPass',
    range: { minimum: 0, maximum: 1 },
    rules: [{ code: 'definitions.rule.passAndScore' }, { code: 'definitions.rule.scoreAndMaximum' }],
  });
  expect(rowOf('log', 'type')?.examples).toContain('api_call');
  expect(rowOf('search', 'type')?.suggestedValues).toEqual(['content', 'assessment', 'asset']);
  expect(rowOf('interact', 'subtype')?.rules).toEqual([
    {
      code: 'definitions.rule.listWhen',
      params: { when: 'data.type', is: 'LISTEN', list: 'PLAY, PAUSE, STOP, RESUME, END' },
    },
  ]);
});

it('the reference of a kind carries the readings beside the fields that they are about', () => {
  expect(rowOf('search', 'type')?.reading).toBe('openList');
  expect(referenceOf('start').reading).toBe('fourArguments');
});
