import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { importSchemas } from '#core/schemas/import-schemas';
import { decodeSchema, readSchemaBytes } from '#core/schemas/schema-archive';
import { stepsOfPath } from '#core/schemas/schema-uris';
import { measureGrowth } from '#tests/fixtures/growth';

type Files = Readonly<Record<string, Json>>;

const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const START = { eid: 'START', edata: { type: 'a' } };
const schemaWithId = { required: ['id'] };
const schemaWithReference = ($ref: string): Json => ({ properties: { edata: { $ref } } });

async function checkEvent(files: Files, event: Json = START) {
  const list = Object.entries(files).map(([path, schema]) => ({ path, text: JSON.stringify(schema) }));
  const { ruleSet, problems } = await importSchemas('own', list);
  const findings = ruleSet?.check({ type: 'event', json: event }) ?? null;
  return {
    paths: findings?.map(({ path }) => path.join('.')),
    params: findings?.map(({ params }) => params),
    problems: problems.map(({ code, file, pointer }) => `${code} ${file}${pointer}`),
  };
}

it.each(['é', 'Дата', 'a?b', 'a%b', 'a%20b', 'a~/b', 'List<x>'])(
  'a reference leads to a definition with the name %s',
  async (name) => {
    const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    const files = {
      'start.json': {
        definitions: { [name]: schemaWithId },
        ...Object(schemaWithReference(`#/definitions/${pointer}`)),
      },
    };
    expect(await checkEvent(files)).toMatchObject({ paths: ['edata.id'], problems: [] });
  },
);

it.each<[string, string, string, string]>([
  ['a folder above the working directory', '../s/v2/start.json', '../s/common/types.json', '../common/types.json'],
  ['a folder on Windows', 's\\v2\\start.json', 's\\common\\types.json', '../common/types.json'],
  ['an absolute path on Windows', 'C:\\s\\v2\\start.json', 'C:\\s\\common\\types.json', '../common/types.json'],
  ['a folder whose name has letters beyond ASCII', 'é/start.json', 'é/typés.json', 'typés.json'],
])('references between files resolve in %s', async (_, start, target, $ref) => {
  const other = { '../s/v1/common/types.json': true, 's/v1/common/types.json': true };
  const { paths, params } = await checkEvent({ ...other, [target]: schemaWithId, [start]: schemaWithReference($ref) });
  expect(paths).toEqual(['edata.id']);
  expect(params).toMatchObject([{ schema: target.split(/[\\/]/).at(-1) }]);
});

it('a finding of a schema in a container names the file and the position in it', async () => {
  const { params } = await checkEvent({ 'all.json': { schemas: [{ match: 'kind:start', schema: schemaWithId }] } });
  expect(params).toMatchObject([{ schema: 'all.json', pointer: '/schemas/0/schema/required' }]);
});

it.each([
  ['$defs', { $ref: '#/$defs/E', $defs: { E: schemaWithId } }],
  ['components', { $ref: '#/components/schemas/E', components: { schemas: { E: schemaWithId } } }],
])('a reference of draft 07 leads to the %s beside it', async (_, schema) => {
  expect(await checkEvent({ 'start.json': { $schema: DRAFT_07, ...schema } })).toMatchObject({
    paths: ['id'],
    problems: [],
  });
});

it('an unresolved reference with definitions beside it is reported at its place in the file', async () => {
  const { problems } = await checkEvent({
    'start.json': { $schema: DRAFT_07, $ref: '#/nowhere', definitions: { a: true } },
  });
  expect(problems).toEqual(['unresolvedReference start.json/$ref']);
});

it.each([
  'https://json-schema.org/draft-07/schema',
  'http://json-schema.org/draft/2020-12/schema#',
  'https://json-schema.org/schema',
])('a schema with the $schema %s is usable', async ($schema) => {
  expect(await checkEvent({ 'start.json': { $schema, ...schemaWithId } })).toMatchObject({
    paths: ['id'],
    problems: [],
  });
});

it.each<[string, Json]>([
  ['an example with an id that is not a URI', { $schema: DRAFT_04, example: { id: 'do 1' } }],
  ['a default with an id that is not a URI', { $schema: DRAFT_04, properties: { edata: { default: { id: 'do 1' } } } }],
  ['an unknown keyword with a reference', { $schema: DRAFT_07, 'x-parent': { $ref: 'gone.json' } }],
  ['a const with a reference', { $schema: DRAFT_07, properties: { other: { const: { $ref: 'gone.json' } } } }],
])('a schema with %s is usable', async (_, schema) => {
  const { paths, problems } = await checkEvent({ 'start.json': { ...Object(schema), ...schemaWithId } });
  expect({ paths, problems }).toEqual({ paths: ['id'], problems: [] });
});

it.each([
  ['draft 04', {}],
  ['the library', { $schema: 'https://json-schema.org/draft/2020-12/schema', unevaluatedProperties: true }],
])('objects with an id in a list of values are compared by their fields, by %s', async (_, overrides) => {
  const allowedObject = { type: 'b', id: 'do 1' };
  const schema = { $schema: DRAFT_04, properties: { object: { enum: [allowedObject, null] } }, ...overrides };
  const pathsOf = async (object: Json) => (await checkEvent({ 'start.json': schema }, { ...START, object })).paths;
  expect(await pathsOf({ id: 'do 1', type: 'b' })).toEqual([]);
  expect(await pathsOf({ id: 'do 2', type: 'b' })).toEqual(['object']);
});

it.each([
  ['the importer', {}],
  ['the library', { unevaluatedProperties: true }],
])('a negative number can be a multiple of a fraction, by %s', async (_, overrides) => {
  const files = { 'start.json': { properties: { n: { multipleOf: 0.1 } }, ...overrides } };
  expect((await checkEvent(files, { ...START, n: -0.3 })).paths).toEqual([]);
  expect((await checkEvent(files, { ...START, n: -0.35 })).paths).toEqual(['n']);
});

it.each<[string, Json]>([
  ['dependentRequired', { edata: ['object'] }],
  ['minProperties', 9],
  ['propertyNames', { maxLength: 3 }],
  ['unevaluatedProperties', false],
])('an entry of a container may have only the keyword %s', async (keyword, value) => {
  const { problems, paths } = await checkEvent({ 'a.json': [{ match: 'eid:START', schema: { [keyword]: value } }] });
  expect(problems).toEqual([]);
  expect(paths).not.toEqual([]);
});

it('a schema with a lone surrogate in a field name is reported, and the rest of the set is used', async () => {
  const files = { 'end.json': { properties: { '\ud800': 1 } }, 'start.json': schemaWithId };
  expect(await checkEvent(files)).toMatchObject({ paths: ['id'], problems: ['invalidSchema end.json'] });
});

it('schemas in UTF-16 are read, alone and in a zip file', () => {
  const text = '{"title":"é"}';
  const utf16 = new Uint8Array(
    new Uint16Array([0xfeff, ...[...text].map((character) => character.charCodeAt(0))]).buffer,
  );
  expect(decodeSchema(utf16)).toBe(text);
  expect(decodeSchema(strToU8(text))).toBe(text);
  expect(readSchemaBytes('a.zip', zipSync({ 'a.json': utf16 })).files).toEqual([{ path: 'a.zip/a.json', text }]);
});

it.each(['^\\p{L}+\\-\\d$', '^[\\p{L}\\_]+\\-\\d$', '^\\p{L}[^\\@\\s]*\\d$'])(
  'the pattern %s matches letters of any language in spite of its needless escapes',
  async (pattern) => {
    const files = { 'start.json': { properties: { edata: { properties: { type: { pattern } } } } } };
    const pathsOf = async (type: string) => (await checkEvent(files, { ...START, edata: { type } })).paths;
    expect(await pathsOf('é-1')).toEqual([]);
    expect(await pathsOf('1-é')).toEqual(['edata.type']);
  },
);

it('a file that has the name of another file as its $id does not replace it', async () => {
  const files = {
    'audit.json': { $id: 'end.json', required: ['a'] },
    'end.json': { $id: 'end.json', required: ['b'] },
  };
  expect(await checkEvent(files, { eid: 'END' })).toMatchObject({ paths: ['b'], problems: ['duplicateId audit.json'] });
  expect(await checkEvent(files, { eid: 'AUDIT' })).toMatchObject({ paths: ['a'] });
});

it('the rest of a schema is used if a reference leads to a name with a number sign, which the library cannot find', async () => {
  const schema = {
    definitions: { 'a#b': schemaWithId },
    properties: { edata: { $ref: '#/definitions/a%23b' } },
    ...schemaWithId,
  };
  const { paths, problems } = await checkEvent({ 'start.json': schema });
  expect({ paths, problems }).toEqual({
    paths: ['id'],
    problems: ['unresolvedReference start.json/properties/edata/$ref'],
  });
});

it('a path with many number signs and a line break is split in linear time', () => {
  expect(measureGrowth((size) => `a/b${'#'.repeat(size)}\n`, stepsOfPath, 8_000)).toBeLessThan(8);
  expect(stepsOfPath('a/b#\nc')).toEqual(['a', 'b']);
});
