import { expect, it } from 'vitest';
import { fieldsOf } from '#core/telemetry/compiled';
import { allFields, fieldsOfShape } from '#core/telemetry/fields';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';

function findField(kind: EventKind, path: string) {
  const match = allFields(fieldsOf(kind)).find((candidate) => candidate.path.join('.') === path);
  if (!match) throw new Error(`${kind} has no field ${path}.`);
  return match;
}

it('form fields are in the order of the arguments', () => {
  expect(fieldsOf('start').map(({ name }) => name)).toEqual(['config', 'contentId', 'contentVer', 'data']);
});

it('a field with a closed list has allowed values, and a field with examples has none', () => {
  expect(findField('start', 'data.mode').allowedValues).toEqual(['preview', 'edit', 'play']);
  expect(findField('log', 'data.type')).toMatchObject({
    allowedValues: null,
    examples: expect.arrayContaining(['api_call']),
  });
  expect(findField('search', 'data.type')).toMatchObject({
    allowedValues: null,
    suggestedValues: ['content', 'assessment', 'asset'],
  });
});

it('a field has its default, also if the default depends on another field', () => {
  expect(findField('start', 'contentVer')).toMatchObject({
    required: true,
    defaultValue: '1.0',
    shownDefault: '"1.0"',
  });
  expect(findField('assess', 'data.score')).toMatchObject({
    required: true,
    defaultValue: undefined,
    shownDefault: 'byPass',
    minimum: 0,
    maximum: 1,
  });
});

it('an array field is repeatable and has the type of its items', () => {
  const positions = findField('interact', 'data.extra.pos');
  expect(positions).toMatchObject({ repeatable: true, required: false, typeCode: 'array-of-objects' });
  expect(positions.item?.children.map(({ name, required }) => [name, required])).toEqual([
    ['x', true],
    ['y', true],
    ['z', false],
  ]);
  expect(findField('assess', 'data.resvalues').typeCode).toBe('array-of-single-key-value-objects');
  expect(findField('audit', 'data.edata.props').typeCode).toBe('array-of-strings');
});

it('a form field has the note of the specification and the project’s interpretation', () => {
  expect(findField('interact', 'data.pageid')).toMatchObject({ note: 'interact.pageid', identifier: true });
  expect(findField('exdata', 'data.data').interpretation).toBe('payloadKey');
});

it('a whole number has no implicit bounds', () => {
  expect(findField('summary', 'data.edata.pageviews')).toMatchObject({
    typeCode: 'whole-number',
    minimum: null,
    maximum: null,
  });
});

it.each(eventKinds)('every leaf field of %s in the specification has its note', (kind) => {
  const withoutNote = allFields(fieldsOf(kind)).filter(
    ({ note, name }) => note === null && !/^(\*|[xyz]|data|edata|error)$/.test(name),
  );
  expect(withoutNote.map(({ path }) => path.join('.'))).toEqual([]);
});

it('a zod check without an implementation throws immediately', () => {
  expect(() => fieldsOfShape({ name: z.string().check(z.regex(/a/)) })).toThrow();
  expect(() => fieldsOfShape({ name: z.union([z.string(), z.number()]) })).toThrow();
});
