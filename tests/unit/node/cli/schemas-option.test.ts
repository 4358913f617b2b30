import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { SchemaProblem } from '#core/schemas/schema-problem';
import type { CliDeps } from '#node/cli/cli-deps';
import { createPatternRunner } from '#node/schemas/pattern-runner';
import { processSchemaDeps } from '#node/schemas/process-schema-deps';
import { runOn } from './run-cli';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-schemas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const closed = { properties: { edata: { additionalProperties: false, properties: { id: {}, type: {} } } } };
const START = JSON.stringify({ eid: 'START', edata: { foo: 1 } });

/** Writes files below a new folder of its own, and returns its path. */
function write(name: string, files: Readonly<Record<string, unknown>>): string {
  const root = join(folder, name);
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), typeof contents === 'string' ? contents : JSON.stringify(contents));
  }
  return root;
}

function run(args: readonly string[], deps: Partial<CliDeps> = {}) {
  return runOn(START, args, { deps: { ...processSchemaDeps, ...deps } });
}

describe('validate --schemas', () => {
  const schemas = write('strict', { 'start.json': closed, 'log.json': false, 'package.json': '{' });

  it('events are checked by the schemas of a folder in addition to the built-in rule sets', async () => {
    const { code, lines } = await run(['validate', '-', '--rules', 'definition', '--schemas', schemas]);
    expect(code).toBe(1);
    expect(lines[0]?.verdict).toBe('invalid');
    expect(lines[0]?.findings.map(({ ruleSet, message }) => `${ruleSet} ${message}`)).toContain(
      'schema:strict edata.foo is not allowed by start.json.',
    );
  });

  it('events are checked by schemas alone with --rules none', async () => {
    const { lines } = await run(['validate', '-', '--rules', 'none', '--schemas', `ours=${schemas}/start.json`]);
    expect(lines[0]?.findings.map(({ ruleSet, code }) => `${ruleSet} ${code}`)).toEqual(['schema:ours unknown-field']);
  });

  it('a pattern that takes too long is ignored from then on, and other checks continue', async () => {
    const eventOf = (id: string) => JSON.stringify({ eid: 'START', edata: { id, foo: 1 } });
    const exploding = {
      properties: { edata: { ...closed.properties.edata, properties: { id: { pattern: '^(a+)+\\1$' } } } },
    };
    const slow = write('slow', { 'start.json': exploding });
    const events = ['b', `${'a'.repeat(60)}!`, 'c'].map(eventOf).join('\n');
    const problems: SchemaProblem[] = [];
    const backtracking = {
      testByBacktracking: createPatternRunner(),
      onPatternIgnored: (problem: SchemaProblem) => problems.push(problem),
    };
    const { lines } = await runOn(events, ['validate', '-', '--rules', 'none', '--schemas', slow], {
      deps: { ...processSchemaDeps, backtracking },
    });
    expect(lines.map(({ findings }) => findings.map(({ code }) => code).sort())).toEqual([
      ['not-in-list', 'unknown-field'],
      ['unknown-field'],
      ['unknown-field'],
    ]);
    expect(problems).toMatchObject([
      { code: 'slowPattern', file: join(slow, 'start.json'), pointer: '/properties/edata/properties/id/pattern' },
    ]);
  });

  it('several sets can be used, each with its own name', async () => {
    const other = write('other', { 'start.json': { required: ['mid'] } });
    const { lines } = await run([
      'validate',
      '-',
      '--rules',
      'none',
      '--schemas',
      schemas,
      '--schemas',
      `two=${other}`,
    ]);
    expect(lines[0]?.findings.map(({ ruleSet }) => ruleSet)).toEqual(['schema:strict', 'schema:two']);
    const twice = await run(['validate', '-', '--schemas', schemas, '--schemas', `strict=${other}`]);
    expect([twice.code, twice.err]).toEqual([
      2,
      'Two schema sets are named strict. Set their names with --schemas NAME=PATH.\n',
    ]);
  });

  it('a zip file is read like a folder', async () => {
    const zip = writeZip('packed.zip', {
      'a/start.json': strToU8(JSON.stringify(closed)),
      'a/readme.txt': strToU8('x'),
    });
    const { lines } = await run(['validate', '-', '--rules', 'none', '--schemas', zip]);
    expect(lines[0]?.findings.map(({ ruleSet }) => ruleSet)).toEqual(['schema:packed']);
  });

  it('unusable schemas of a set are reported, and the other schemas are used', async () => {
    const partly = write('partly', { 'start.json': closed, 'log.json': '{', 'end.json': { $ref: 'nowhere.json' } });
    const { code, err, lines } = await run(['validate', '-', '--rules', 'none', '--schemas', partly]);
    expect([code, lines[0]?.findings.length]).toEqual([1, 1]);
    expect(err.split('\n')).toEqual([
      `${partly}/log.json: Not JSON. Line 1, column 2: Unexpected end: expected a key in double quotes or }. Unclosed: {`,
      `${partly}/end.json#/$ref: The reference nowhere.json can’t be resolved in this set. Any value is accepted there.`,
      '',
    ]);
  });

  it('the command fails if a set has no usable schema, if a path is missing, or if no rule set is enabled', async () => {
    const broken = write('broken', { 'start.json': '{"type": "strnig"}' });
    expect(await run(['validate', '-', '--schemas', broken])).toMatchObject({
      code: 2,
      err: [
        `No schema in ${broken} can be used.`,
        `${broken}/start.json#/type: Not a valid schema of its draft.`,
        'No file has a schema for events. Name a file by its eid, give eid a const, or use a list of match and schema.',
        '',
      ].join('\n'),
    });
    expect(await run(['validate', '-', '--schemas', `${folder}/nowhere`])).toMatchObject({
      code: 2,
      err: `Couldn't read ${folder}/nowhere: no such file.\n`,
    });
    expect(await run(['validate', '-', '--rules', 'none'])).toMatchObject({
      code: 2,
      err: 'No rule set selected. --rules none needs --schemas PATH.\n',
    });
  });

  it('a set whose name has a capital letter is read as a path, and the error states the form of names', async () => {
    const { code, err } = await run(['validate', '-', '--schemas', `Strict=${schemas}`]);
    expect([code, err]).toEqual([
      2,
      `Couldn't read Strict=${schemas}: no such file. In NAME=PATH, the name must be in lower case with hyphens.\n`,
    ]);
  });

  it('a configuration selects sets of schemas, with severities and ignored findings per set', async () => {
    const config = { rules: [], schemas: { ours: 'strict' }, severities: { 'schema:ours/unknown-field': 'warning' } };
    const withConfig = async (value: object) =>
      run(['validate', '-', '--config', join(folder, 'telemetry-v3.config.json')], {
        readText: async () => JSON.stringify(value),
      });
    const { code, lines } = await withConfig(config);
    expect([code, lines[0]?.findings.map(({ severity }) => severity)]).toEqual([0, ['warning']]);
    const ignored = await withConfig({ ...config, ignore: [{ code: 'schema:ours', reason: 'Known.' }] });
    expect(ignored.lines[0]?.findings).toEqual([]);
    expect((await withConfig({ rules: [], schemas: { 'A b': 'x' } })).err).toContain(
      'schemas.A b must be the path of a file',
    );
  });

  it('findings of schemas are included in stats', async () => {
    const { out } = await run(['stats', '-', '--rules', 'none', '--schemas', schemas, '--format', 'json']);
    expect(JSON.parse(out).rules).toMatchObject([{ ruleSet: 'schema:strict', code: 'unknown-field', findings: 1 }]);
  });
});

describe('rules check', () => {
  it('each schema is listed with the events that it applies to', async () => {
    const path = write('fine', { 'start.json': closed, 'more.json': [{ match: 'eid:LOG', schema: {} }] });
    const { code, out } = await run(['rules', 'check', path]);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      `schema:fine: 2 schemas in 2 files from ${path}`,
      `  eid:LOG: ${path}/more.json#/0/schema (draft-07)`,
      `  START: ${path}/start.json (draft-07)`,
      '',
    ]);
  });

  it('unusable schemas are listed with file and pointer, and the command fails', async () => {
    const path = write('faulty', {
      'start.json': { properties: { edata: { pattern: '(a*' } } },
      'end.json': 'true and more',
      'other.json': { type: 'object' },
    });
    const { code, out } = await run(['rules', 'check', path]);
    expect(code).toBe(1);
    expect(out.split('\n').slice(1)).toEqual([
      `  START: ${path}/start.json (draft-07)`,
      'Not used:',
      expect.stringContaining(`  ${path}/end.json: Not JSON. Line 1, column 6: `),
      'Partly used:',
      `  ${path}/start.json#/properties/edata/pattern: The pattern (a* isn’t a regular expression. It is ignored.`,
      'Notices:',
      `  ${path}/other.json: No event is checked by this schema, and no other schema refers to it.`,
      '',
    ]);
  });

  it('the list of schemas can be written as JSON', async () => {
    const path = write('json', { 'start.json': { $ref: 'x' } });
    const { code, out } = await run(['rules', 'check', `ours=${path}`, '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      format: 'telemetry-v3-rules',
      version: 1,
      sets: [
        {
          ruleSet: 'schema:ours',
          path,
          files: 1,
          schemas: [
            { file: `${path}/start.json`, pointer: '', draft: 'draft-07', target: { type: 'eid', eids: ['START'] } },
          ],
          problems: [
            {
              code: 'unresolvedReference',
              severity: 'partial',
              file: `${path}/start.json`,
              pointer: '/$ref',
              params: { reference: 'x' },
              message: 'The reference x can’t be resolved in this set. Any value is accepted there.',
            },
          ],
        },
      ],
    });
  });

  it('the first problems of each kind are listed, and the others are counted', async () => {
    const files = Array.from({ length: 12 }, (_, index) => [`${index}.json`, '{']);
    const { out } = await run(['rules', 'check', write('many', Object.fromEntries(files))]);
    expect(out.match(/Not JSON/g)).toHaveLength(5);
    expect(out).toContain('  … and 7 more such problems\n');
  });

  it('an unknown action and a missing path are rejected', async () => {
    expect((await run(['rules', 'list'])).err).toBe('Use telemetry-v3 rules check PATH. See --help.\n');
    expect((await run(['rules', 'check'])).code).toBe(2);
  });
});

describe('archives of schemas', () => {
  it('an archive that would exceed the size limit is not decompressed', async () => {
    const bomb = writeZip('bomb.zip', { 'a.json': new Uint8Array(30_000_000), 'start.json': strToU8('{}') });
    const { code, out } = await run(['rules', 'check', bomb]);
    expect(code).toBe(1);
    expect(out).toContain('have more than 20 million characters together, the maximum.');
  });

  it('an archive that declares a smaller size than its content is rejected', async () => {
    const zip = zipSync({ 'start.json': new Uint8Array(10_000_000).fill(0x20) }, { level: 9 });
    const bytes = Uint8Array.from(zip);
    // The size of the entry in the central directory.
    const central = bytes.findLastIndex(
      (_, at) => bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 0x01,
    );
    new DataView(bytes.buffer).setUint32(central + 24, 100, true);
    const path = join(folder, 'lying.zip');
    writeFileSync(path, bytes);
    expect((await run(['rules', 'check', path])).code).toBe(1);
  });

  it('a damaged archive is reported', async () => {
    const path = join(folder, 'damaged.zip');
    writeFileSync(path, Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]));
    expect((await run(['rules', 'check', path])).out).toContain(
      `${path}: The archive is damaged, or needs a password.`,
    );
  });
});

it('a folder with too many files is read up to the limit', async () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `${String(index).padStart(5, '0')}.json`);
  const { code, out } = await run(['rules', 'check', 'huge'], {
    findSchemaFiles: async () => names,
    readBytes: async (file) => strToU8(file.endsWith('00000.json') ? '[{"match":"","schema":{}}]' : '{}'),
  });
  expect(code).toBe(1);
  expect(out).toContain('schema:huge: 1 schema in 2,000 files from huge\n');
  expect(out).toContain('  huge: The set has 50,000 files. The first 2,000 are read.\n');
});

function writeZip(name: string, files: Zippable): string {
  const path = join(folder, name);
  writeFileSync(path, zipSync(files));
  return path;
}
