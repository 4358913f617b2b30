import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { englishText } from '#core/report/english-text';
import { importSchemas } from '#core/schemas/import-schemas';
import { MAX_SCHEMA_FILES, type SchemaProblem, schemaProblemMessage } from '#core/schemas/schema-problem';

type Files = Readonly<Record<string, Json | string>>;

/** Imports files. Contents that aren't texts are written as JSON. */
function importFiles(files: Files) {
  const list = Object.entries(files).map(([path, contents]) => {
    return { path, text: typeof contents === 'string' ? contents : JSON.stringify(contents) };
  });
  return importSchemas('own', list);
}

async function areValid(files: Files, ...events: readonly Json[]) {
  const { ruleSet } = await importFiles(files);
  return events.map((event) => ruleSet?.check({ type: 'event', json: event }).length === 0);
}

async function problemsOf(files: Files) {
  const { problems } = await importFiles(files);
  return problems.map(({ code, file, pointer }) => `${code} ${file}${pointer}`);
}

const closedSchema = { properties: { edata: { properties: { id: {} }, additionalProperties: false } } };
const START = { eid: 'START', edata: { id: 'a' } };
const WRONG_START = { eid: 'START', edata: { foo: 'a' } };

describe('the events that a schema applies to', () => {
  it.each<[string, Files]>([
    ['the name of its file', { 'schemas/start.json': closedSchema, 'schemas/end.json': false }],
    ['the name of its file in upper case', { 'START.schema.json': closedSchema, 'end.json': false }],
    ['a const of eid', { 'a.json': withEid({ const: 'START' }), 'b.json': false }],
    ['an enum of eid in allOf', { 'a.json': { allOf: [{ type: 'object' }, withEid({ enum: ['START', 'END'] })] } }],
    ['its filter, in a container', { 'all.json': [{ match: 'eid:START', schema: closedSchema }] }],
    [
      'its filter, in a list of a container',
      { 'all.json': { schemas: [{ match: 'eid:START', schema: closedSchema }] } },
    ],
    ['being the only schema', { 'anything.json': closedSchema }],
    ['the dataset that it belongs to', { 'sb-telemetry.json': { result: { data_schema: closedSchema } } }],
  ])('the importer determines the events of a schema by %s', async (_, files) => {
    const other = { eid: 'LOG', edata: {} };
    expect(await areValid(files, START, WRONG_START, other)).toEqual([true, false, true]);
  });

  it('a schema without an eid is unused if other schemas have an eid and none refers to it', async () => {
    expect(await problemsOf({ 'start.json': closedSchema, 'helper.json': {} })).toEqual(['notUsed helper.json']);
  });

  it('a set has no rules for an event that none of its schemas applies to', async () => {
    const { ruleSet } = await importFiles({
      'start.json': closedSchema,
      'all.json': [{ match: 'eid:END', schema: closedSchema }],
    });
    expect(['START', 'END', 'LOG'].map((eid) => ruleSet?.isFor?.({ eid, edata: {} }))).toEqual([true, true, false]);
  });

  it('the first of two schemas with the same eid applies', async () => {
    const files = { 'a/start.json': closedSchema, 'b/start.json': false };
    expect(await areValid(files, START)).toEqual([true]);
    expect(await problemsOf(files)).toEqual(['duplicateTarget b/start.json']);
  });

  it('an eid matches the file name of a schema case-insensitively, as in the pipeline', async () => {
    expect(await areValid({ 'start.json': closedSchema }, { ...WRONG_START, eid: 'Start' })).toEqual([false]);
  });
});

describe('references of schemas', () => {
  const text = { type: 'string' };
  const byReference = (reference: string): Json => ({
    properties: { edata: { properties: { id: { $ref: reference } } } },
  });
  const [validEvent, invalidEvent] = [START, { eid: 'START', edata: { id: 7 } }];

  it.each<[string, string, Files]>([
    ['the exact id', 'http://a.example/text', { 'x.json': { $id: 'http://a.example/text', ...text } }],
    ['the id of draft-04', 'http://a.example/text', { 'x.json': { id: 'http://a.example/text', ...text } }],
    ['the id without .json', 'http://a.example/text', { 'x.json': { $id: 'http://a.example/text.json', ...text } }],
    [
      'an id inside another schema',
      'http://a.example/text',
      { 'x.json': { definitions: { a: { $id: 'http://a.example/text', ...text } } } },
    ],
    ['the relative path', './parts/text.json', { 'parts/text.json': text }],
    ['the base name with a scheme of the pipeline', 'resource:/schemas/3.0/text.json', { 'parts/text.json': text }],
    ['the base name of a URL without .json', 'http://api.ekstep.org/telemetry/text', { 'text.json': text }],
    ['the base name alone', 'text', { 'parts/text.json': text }],
    ['a pointer into another file', 'text.json#/definitions/id', { 'text.json': { definitions: { id: text } } }],
  ])('a reference is resolved by %s', async (_, reference, files) => {
    const set = { 'start.json': byReference(reference), ...files };
    expect(await areValid(set, validEvent, invalidEvent)).toEqual([true, false]);
    expect(await problemsOf(set)).toEqual([]);
  });

  it('the folders of a reference decide if several files have the same base name', async () => {
    const files = { 'a/text.json': {}, 'b/text.json': text, 'start.json': byReference('resource:/b/text.json') };
    expect(await areValid(files, validEvent, invalidEvent)).toEqual([true, false]);
  });

  it('a reference within a file is resolved against the file’s root, even if a nested schema has a label like an $id', async () => {
    const label = { id: 'http://a.example/edata', properties: { id: { $ref: '#/definitions/text' } } };
    const files = { 'start.json': { properties: { edata: label }, definitions: { text } } };
    expect(await areValid(files, validEvent, invalidEvent)).toEqual([true, false]);
  });

  it('unresolved references are reported with file and pointer, and the rest of the schema applies', async () => {
    const files = {
      'start.json': { required: ['edata'], properties: { edata: { $ref: 'http://nowhere.example/x.json' } } },
    };
    expect(await problemsOf(files)).toEqual(['unresolvedReference start.json/properties/edata/$ref']);
    expect(await areValid(files, { eid: 'START', edata: 7 }, { eid: 'START' })).toEqual([true, false]);
  });

  it('circular references are reported and ignored', async () => {
    const files = {
      'start.json': { required: ['edata'], allOf: [{ $ref: 'loop.json' }] },
      'loop.json': { anyOf: [{ $ref: 'start.json' }] },
    };
    expect(await problemsOf(files)).toEqual(['circularReference loop.json/anyOf/0/$ref']);
    expect(await areValid(files, START, { eid: 'START' })).toEqual([true, false]);
  });

  it('a recursive reference through a field is not reported as circular', async () => {
    const files = { 'start.json': { properties: { edata: { $ref: '#' }, id: { type: 'string' } } } };
    expect(await areValid(files, { eid: 'START', edata: { edata: { id: 7 } } }, START)).toEqual([false, true]);
  });

  it('a $id that two schemas have refers to the first one, and the second is reported', async () => {
    const id = 'http://a.example/same';
    const files = {
      'a.json': { $id: id, ...text },
      'b.json': { $id: id },
      'start.json': byReference(id),
    };
    expect(await problemsOf(files)).toEqual(['duplicateId b.json', 'notUsed b.json']);
    expect(await areValid(files, validEvent, invalidEvent)).toEqual([true, false]);
  });
});

describe('unusable schemas', () => {
  it('three broken files of 47 are reported, and the other files are used', async () => {
    const files = {
      ...Object.fromEntries(Array.from({ length: 43 }, (_, index) => [`part-${index}.json`, { type: 'string' }])),
      'broken.json': '{"type": ',
      'number.json': 7,
      'log.json': { type: 'strnig' },
      'start.json': closedSchema,
    };
    const problems = await problemsOf(files);
    expect(problems.filter((problem) => !problem.startsWith('notUsed'))).toEqual([
      'notJson broken.json',
      'notASchema number.json',
      'invalidSchema log.json/type',
    ]);
    expect(await areValid(files, START, WRONG_START)).toEqual([true, false]);
  });

  it.each<[string, string, Files]>([
    [
      'a filter that is not understood',
      'invalidMatch a.json/0/match',
      { 'a.json': [{ match: 'pageid:/(/', schema: {} }] },
    ],
    ['a filter that is not a string', 'invalidMatch a.json/match', { 'a.json': { match: 1, schema: {} } }],
    ['a filter that needs the journey', 'invalidMatch a.json/match', { 'a.json': { match: 'is:sent', schema: {} } }],
    ['an unknown $schema', 'unknownDialect start.json', { 'start.json': { $schema: 'http://a.example/mine' } }],
    [
      'a pattern that is not a regular expression',
      'invalidPattern start.json/pattern',
      { 'start.json': { pattern: '(' } },
    ],
    [
      'a pattern without linear time',
      'unsupportedPattern start.json/pattern',
      { 'start.json': { pattern: '(a*)b\\1' } },
    ],
    [
      'a pattern of a property whose name has characters that URLs escape',
      'unsupportedPattern start.json/properties/a#b/pattern',
      { 'start.json': { properties: { 'a#b': { pattern: '(a*)b\\1' } } } },
    ],
    ['JSON that is nested too deep', 'notJson start.json', { 'start.json': '{"not":'.repeat(5_000) }],
    ['an object that is not a schema', 'notASchema a.json', { 'a.json': { name: 'package' } }],
  ])('the importer reports %s', async (_, problem, files) => {
    expect(await problemsOf(files)).toContain(problem);
  });

  it('a host can run patterns with backtracking, and a pattern that takes too long produces no findings', async () => {
    const outcomes: Readonly<Record<string, boolean>> = { id: false, one: true, other: false };
    const ignoredPatterns: SchemaProblem[] = [];
    const schema = {
      properties: {
        edata: {
          properties: { id: { pattern: '^(\\w+)\\1$' } },
          patternProperties: { '^(_+)\\1$': false },
          additionalProperties: { type: 'number' },
        },
      },
    };
    const files = [{ path: 'start.json', text: JSON.stringify(schema) }];
    const { ruleSet, problems } = await importSchemas('own', files, {
      testByBacktracking: (_, text) => outcomes[text] ?? 'too-slow',
      onPatternIgnored: (problem) => ignoredPatterns.push(problem),
    });
    expect(problems).toEqual([]);
    const codesOf = (edata: Json) =>
      ruleSet?.check({ type: 'event', json: { eid: 'START', edata } }).map(({ code }) => code);
    expect([codesOf({ id: 'one' }), codesOf({ id: 'other' }), codesOf({ id: 'slow' })]).toEqual([
      [],
      ['not-in-list'],
      [],
    ]);
    expect([codesOf({ one: 1 }), codesOf({ other: 'x' }), codesOf({ slow: 'x' })]).toEqual([
      ['unknown-field'],
      ['wrong-type'],
      [],
    ]);
    expect(ignoredPatterns.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'slowPattern /properties/edata/properties/id/pattern',
      'slowPattern /properties/edata/patternProperties',
    ]);
  });

  it.each([
    '{ "not": { "pattern": "^(a)\\\\1" } }',
    '{ "oneOf": [{ "pattern": "^(a)\\\\1" }, { "const": "x" }] }',
    '{ "if": { "pattern": "^(a)\\\\1" }, "then": { "minLength": 5 } }',
    '{ "if": { "pattern": "^(a)\\\\1" }, "else": { "minLength": 5 } }',
  ])('a pattern without a result produces no findings: %s', async (text) => {
    const id: Json = JSON.parse(text);
    const schema = { properties: { edata: { properties: { id, other: { type: 'number' } } } } };
    const { ruleSet } = await importSchemas('own', [{ path: 'start.json', text: JSON.stringify(schema) }], {
      testByBacktracking: () => 'pending',
      onPatternIgnored: () => undefined,
    });
    const findings = ruleSet?.check({ type: 'event', json: { eid: 'START', edata: { id: 'x', other: 'y' } } });
    expect(findings?.map(({ path }) => path.at(-1))).toEqual(['other']);
  });

  it('files beyond the limit of a set are not read', async () => {
    const files = Array.from({ length: 50_000 }, (_, index) => ({ path: `${index}/start.json`, text: 'true' }));
    const { problems, schemas } = await importSchemas('own', files);
    expect(problems[0]).toMatchObject({ code: 'tooManyFiles', params: { n: 50_000, max: MAX_SCHEMA_FILES } });
    expect(schemas).toHaveLength(1);
  });

  it('each problem has a message', async () => {
    const { problems } = await importFiles({ 'broken.json': '[1,', 'start.json': { $ref: 'x' } });
    expect(problems.map((problem) => englishText(schemaProblemMessage(problem)))).toEqual([
      'Not JSON. Line 1, column 4: Unexpected end: expected a value. Unclosed: [',
      'The reference x can’t be resolved in this set. Any value is accepted there.',
    ]);
  });

  it('a set without a schema for events has no rule set', async () => {
    const { ruleSet, problems } = await importFiles({ 'broken.json': '' });
    expect([ruleSet, problems.map(({ code }) => code)]).toEqual([null, ['notJson', 'noSchemas']]);
  });
});

it('patterns that would backtrack exponentially take linear time', async () => {
  const files = { 'start.json': { properties: { edata: { properties: { id: { pattern: '^(a+)+$' } } } } } };
  const { ruleSet } = await importFiles(files);
  const findings = ruleSet?.check({ type: 'event', json: { eid: 'START', edata: { id: `${'a'.repeat(50_000)}b` } } });
  expect(findings).toMatchObject([{ code: 'not-in-list', path: ['edata', 'id'] }]);
});

it('an event has a warning that it is unchecked if its schema exceeds the limit of validation steps', async () => {
  const levels = Array.from({ length: 40 }, (_, level) => {
    return [`l${level}`, { allOf: [{ $ref: `#/definitions/l${level + 1}` }, { $ref: `#/definitions/l${level + 1}` }] }];
  });
  const definitions = Object.fromEntries([...levels, ['l40', {}]]);
  const { ruleSet } = await importFiles({ 'start.json': { $ref: '#/definitions/l0', definitions } });
  expect(ruleSet?.check({ type: 'event', json: START })).toMatchObject([
    { severity: 'warning', params: { reason: 'schema-unchecked', schema: 'start.json' } },
  ]);
});

it('an event has a warning that it is unchecked if its fields and the patterns for names need a million tests', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const patternProperties = Object.fromEntries(numbers.map((number) => [`^other${number}$`, false]));
  const edata = Object.fromEntries(numbers.map((number) => [`field${number}`, number]));
  const { ruleSet } = await importFiles({ 'start.json': { properties: { edata: { patternProperties } } } });
  const check = (json: Json) => ruleSet?.check({ type: 'event', json });
  expect(check({ eid: 'START', edata })).toMatchObject([{ params: { reason: 'schema-unchecked' } }]);
  expect(check({ eid: 'START', edata: { field: 1 } })).toEqual([]);
});

it('imported schemas are not applied to calls', async () => {
  const { ruleSet } = await importFiles({ 'start.json': false });
  expect(ruleSet?.check({ type: 'call', method: 'start', args: [] })).toEqual([]);
});

function withEid(eid: Json): Json {
  return { properties: { ...closedSchema.properties, eid } };
}
