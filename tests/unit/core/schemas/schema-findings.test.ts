import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { findingText } from '#core/report/english-findings';
import type { KeywordFailure } from '#core/schemas/engine/failure-collector';
import { importSchemas } from '#core/schemas/import-schemas';
import { schemaDialects } from '#core/schemas/schema-dialects';
import { convertFailures } from '#core/schemas/schema-findings';
import { measureGrowth } from '#tests/fixtures/growth';

/** Returns the findings about an `edata` that this schema describes. */
async function findingsIn(edata: Json, schema: Json, $schema: string = schemaDialects['2020-12']) {
  const text = JSON.stringify({ $schema, properties: { edata: schema } });
  const { ruleSet } = await importSchemas('own', [{ path: 'folder/interact.json', text }]);
  return ruleSet?.check({ type: 'event', json: { eid: 'INTERACT', edata } }) ?? [];
}

it.each<[string, Json, Json]>([
  ['missing edata.id is required by interact.json.', {}, { required: ['id'] }],
  ['missing edata.id is required by interact.json with page.', { page: 1 }, { dependentRequired: { page: ['id'] } }],
  ['unknown-field edata.foo is not allowed by interact.json.', { foo: 1 }, { additionalProperties: false }],
  ['unknown-field edata.foo is not allowed by interact.json.', { foo: 1 }, { unevaluatedProperties: false }],
  ['unknown-field edata.foo is not allowed by interact.json.', { foo: 1 }, { propertyNames: { maxLength: 2 } }],
  ['wrong-type edata must be of type object according to interact.json; got "x".', 'x', { type: 'object' }],
  [
    'wrong-type edata must be of one of the types object, null according to interact.json; got 1.',
    1,
    { type: ['object', 'null'] },
  ],
  ['not-in-list edata must be one of a, 1 according to interact.json; got "b".', 'b', { enum: ['a', 1] }],
  ['not-in-list edata must be one of a according to interact.json; got "b".', 'b', { const: 'a' }],
  ['not-in-list edata must match the pattern "^a" of interact.json; got "b".', 'b', { pattern: '^a' }],
  ['out-of-range edata must be at least 2 according to interact.json; got 1.', 1, { minimum: 2 }],
  ['out-of-range edata must be less than 1 according to interact.json; got 1.', 1, { exclusiveMaximum: 1 }],
  ['out-of-range edata must have at least 2 characters according to interact.json; got "a".', 'a', { minLength: 2 }],
  [
    'out-of-range edata must have at most 1 items according to interact.json; got an array of 2 items.',
    [1, 2],
    { maxItems: 1 },
  ],
  ['contradiction edata must have no item twice according to interact.json.', [1, 1], { uniqueItems: true }],
  ['missing edata lacks an item that interact.json requires.', [1], { contains: { const: 2 } }],
  ['contradiction edata has a value that interact.json excludes.', 1, { not: { const: 1 } }],
])('a finding of a schema has the text “%s”', async (expected, edata, schema) => {
  const [finding, ...others] = await findingsIn(edata, schema);
  expect(others).toEqual([]);
  expect(`${finding?.code} ${finding === undefined ? '' : findingText(finding)}`).toBe(expected);
});

it('a finding has the keyword, the schema file and the pointer within it', async () => {
  expect(await findingsIn({ foo: 1 }, { additionalProperties: false })).toEqual([
    {
      ruleSet: 'schema:own',
      severity: 'error',
      code: 'unknown-field',
      path: ['edata', 'foo'],
      params: {
        reason: 'schema-extra',
        keyword: 'additionalProperties',
        schema: 'interact.json',
        pointer: '/properties/edata/additionalProperties',
      },
    },
  ]);
});

it('an exclusive bound of draft-04 is reported as an exclusive bound', async () => {
  const [finding] = await findingsIn(1, { minimum: 1, exclusiveMinimum: true }, schemaDialects['draft-04']);
  expect(finding && findingText(finding)).toBe('edata must be greater than 1 according to interact.json; got 1.');
});

const shapes = [
  { properties: { type: { const: 'a' }, id: { type: 'string' } }, required: ['id'] },
  { properties: { type: { const: 'b' }, page: { type: 'string' } }, required: ['page'] },
];

it.each<[string, Json, Json, string[]]>([
  [
    'of types are reported as one list of types',
    1,
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ['edata must be of one of the types string, null according to interact.json; got 1.'],
  ],
  [
    'of listed values are reported as one list of values',
    'c',
    { oneOf: [{ const: 'a' }, { enum: ['b'] }] },
    ['edata must be one of a, b according to interact.json; got "c".'],
  ],
  [
    'with a matching discriminator are reported as the failure of the selected alternative',
    { type: 'b' },
    { oneOf: shapes },
    ['edata.page is required by interact.json.'],
  ],
  [
    'without a matching discriminator are reported in one sentence',
    { type: 'c' },
    { oneOf: shapes },
    ['edata fits none of the 2 alternatives of interact.json.'],
  ],
  [
    'that match more than once in oneOf are reported in one sentence',
    {},
    { oneOf: [true, {}] },
    ['edata fits several of the 2 alternatives of interact.json, which allows one.'],
  ],
])('alternatives %s', async (_, edata, schema, texts) => {
  expect((await findingsIn(edata, schema)).map((finding) => findingText(finding))).toEqual(texts);
});

it('a failure in then or else is reported without its if condition', async () => {
  // An object with a field `then` is banned by the linter.
  const branches = Object.fromEntries([
    ['then', { required: ['id'] }],
    ['else', { required: ['page'] }],
  ]);
  const schema = { if: { required: ['type'] }, ...branches };
  const textsOf = async (edata: Json) => (await findingsIn(edata, schema)).map((finding) => findingText(finding));
  expect(await textsOf({ type: 'a' })).toEqual(['edata.id is required by interact.json.']);
  expect(await textsOf({})).toEqual(['edata.page is required by interact.json.']);
});

it('equal findings are the same object, so that identity caches work', async () => {
  const text = JSON.stringify({ required: ['mid'] });
  const { ruleSet } = await importSchemas('own', [{ path: 'log.json', text }]);
  const check = () => ruleSet?.check({ type: 'event', json: { eid: 'LOG' } })[0];
  expect(check()).toBe(check());
});

it.each([
  [0.3, 0.1, true],
  [-0.3, 0.1, true],
  [1.15, 0.01, true],
  [1_764_100_048_000.01, 0.01, true],
  [1_764_100_048_000.015, 0.01, false],
  [0.15, 0.1, false],
  [1e308, 0.5, true],
  [1e308, 0.123_456_789, false],
])('%d is a multiple of %d: %s', async (number, multipleOf, isMultiple) => {
  expect(await findingsIn(number, { multipleOf })).toHaveLength(isMultiple ? 0 : 1);
});

it('the findings of values outside of a list are created in linear time', () => {
  const naming = { ruleSet: 'schema:own', fileOf: (file: string) => ({ file, pointer: '' }) } as const;
  const failuresOf = (size: number): readonly KeywordFailure[] => {
    const keyword = { keyword: 'https://json-schema.org/keyword/enum', location: 'a.json#/items/enum', owner: {} };
    const value = Array.from({ length: size }, (_, index) => `"${index}"`);
    return value.map((_, index) => ({ ...keyword, value, instance: `/${index}`, actual: `x${index}`, branches: [] }));
  };
  expect(measureGrowth(failuresOf, (failures) => convertFailures(failures, [], naming), 250)).toBeLessThan(8);
});
