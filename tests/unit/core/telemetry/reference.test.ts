import { expect, it } from 'vitest';
import { eventKinds } from '#core/telemetry/kinds';
import { referenceOf } from '#core/telemetry/reference';

function rowOf(kind: (typeof eventKinds)[number], name: string) {
  return referenceOf(kind).rows.find((row) => row.name === name);
}

it.each(eventKinds)('the reference of %s has the signature, the fields and the sample', (kind) => {
  const entry = referenceOf(kind);
  expect(entry.signature).toMatch(new RegExp(`^${kind}\\(.+\\)$`));
  expect(entry.eid).toBe(kind.toUpperCase());
  expect(entry.rows.length).toBeGreaterThan(0);
  expect(JSON.parse(entry.sample)).toBeTypeOf('object');
});

it('the reference of a kind shows the type, the allowed values and the nesting depth of a field', () => {
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
    allowedValues: ['preview', 'edit', 'play'],
    interpretation: null,
  });
  expect(rowOf('interact', '[].z')).toMatchObject({ depth: 3, presence: 'optional' });
});

it('the reference of a kind shows defaults, ranges and rules about other fields', () => {
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

it('the reference of a kind shows interpretations next to the fields that they affect', () => {
  expect(rowOf('search', 'type')?.interpretation).toBe('openList');
  expect(referenceOf('start').interpretation).toBe('fourArguments');
});
