import { expect, it } from 'vitest';
import { fieldsOf } from '#core/telemetry/compiled';
import { allFields, fieldsOfShape } from '#core/telemetry/fields';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';

function field(kind: EventKind, path: string) {
  const found = allFields(fieldsOf(kind)).find((candidate) => candidate.path.join('.') === path);
  if (!found) throw new Error(`${kind} has no field ${path}.`);
  return found;
}

it('the fields of a form are in the order of the arguments', () => {
  expect(fieldsOf('start').map(({ name }) => name)).toEqual(['config', 'contentId', 'contentVer', 'data']);
});

it('a closed list gives choices, examples do not', () => {
  expect(field('start', 'data.mode').choices).toEqual(['preview', 'edit', 'play']);
  expect(field('log', 'data.type')).toMatchObject({ choices: null, examples: expect.arrayContaining(['api_call']) });
  expect(field('search', 'data.type')).toMatchObject({
    choices: null,
    suggestedValues: ['content', 'assessment', 'asset'],
  });
});

it('a default is known, also one that depends on another field', () => {
  expect(field('start', 'contentVer')).toMatchObject({ required: true, defaultValue: '1.0', shownDefault: '"1.0"' });
  expect(field('assess', 'data.score')).toMatchObject({
    required: true,
    defaultValue: undefined,
    shownDefault: 'byPass',
    minimum: 0,
    maximum: 1,
  });
});

it('an array is repeatable and says what of', () => {
  const positions = field('interact', 'data.extra.pos');
  expect(positions).toMatchObject({ repeatable: true, required: false, typeCode: 'array-of-objects' });
  expect(positions.item?.children.map(({ name, required }) => [name, required])).toEqual([
    ['x', true],
    ['y', true],
    ['z', false],
  ]);
  expect(field('assess', 'data.resvalues').typeCode).toBe('array-of-single-key-value-objects');
  expect(field('audit', 'data.edata.props').typeCode).toBe('array-of-strings');
});

it('a field of a form carries the document’s note and our interpretation', () => {
  expect(field('interact', 'data.pageid')).toMatchObject({ note: 'interact.pageid', identifier: true });
  expect(field('exdata', 'data.data').reading).toBe('payloadKey');
});

it('a whole number has no bound of its own', () => {
  expect(field('summary', 'data.edata.pageviews')).toMatchObject({
    typeCode: 'whole-number',
    minimum: null,
    maximum: null,
  });
});

it.each(eventKinds)('every leaf of %s that the document describes has its note', (kind) => {
  const bare = allFields(fieldsOf(kind)).filter(
    ({ note, name }) => note === null && !/^(\*|[xyz]|data|edata|error)$/.test(name),
  );
  expect(bare.map(({ path }) => path.join('.'))).toEqual([]);
});

it('a rule of zod without an implementation is refused at once', () => {
  expect(() => fieldsOfShape({ name: z.string().check(z.regex(/a/)) })).toThrow();
  expect(() => fieldsOfShape({ name: z.union([z.string(), z.number()]) })).toThrow();
});
