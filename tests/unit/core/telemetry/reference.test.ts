import { expect, it } from 'vitest';
import { generalInterpretations } from '#core/telemetry/interpretations';
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
    note: 'Mode in which it is started.',
    defaultText: null,
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
    note: 'Evaluated score between 0 and 1.',
    defaultText: '1 when pass is Yes, 0 when it is No',
    range: { minimum: 0, maximum: 1 },
    rules: ['Should agree with pass: 0 does not go with Yes, nor 1 with No.', 'score should not be above maxscore.'],
  });
  expect(rowOf('log', 'type')?.examples).toContain('api_call');
  expect(rowOf('search', 'type')?.suggestedValues).toEqual(['content', 'assessment', 'asset']);
  expect(rowOf('interact', 'subtype')?.rules).toContain(
    'When data.type is LISTEN: one of PLAY, PAUSE, STOP, RESUME, END.',
  );
});

it('the reference of a kind carries the readings beside the fields that they are about', () => {
  expect(rowOf('search', 'type')?.reading).toContain('real sites use other values');
  expect(referenceOf('start').reading).toContain('section 6');
});

it('the readings that hold everywhere are sentences, each for its own point', () => {
  expect(new Set(generalInterpretations.map(({ point }) => point)).size).toBe(generalInterpretations.length);
  for (const { reading } of generalInterpretations) expect(reading).toMatch(/^\S.*\.$/);
});
