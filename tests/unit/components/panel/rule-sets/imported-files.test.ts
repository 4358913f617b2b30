import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { listDroppedEntries, listPickedFiles, readPickedSchemas } from '#components/panel/rule-sets/imported-files.ts';
import { MAX_SCHEMA_FILES } from '#core/schemas/schema-problem';
import { createPanelSchemas } from '#panel/schemas/panel-schemas';
import { createMemorySchemaSets } from '#panel/schemas/schema-set-storage';
import { noPatternThreads } from '#tests/fixtures/pattern-threads';

const fileOf = (name: string, text: string) => new File([text], name);
const fileEntry = (name: string, text: string) =>
  ({ name, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(fileOf(name, text)) }) as never;
const folderEntry = (name: string, entries: readonly FileSystemEntry[]) => {
  const createReader = () => {
    const batches = [entries.slice(0, 100), entries.slice(100), []];
    return { readEntries: (done: (entries: readonly FileSystemEntry[]) => void) => done(batches.shift() ?? []) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as never;
};
const openSchemas = async () => {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const sets = createPanelSchemas({
    open: async () => createMemorySchemaSets(),
    newId,
    now: () => ids,
    ...noPatternThreads,
  });
  await sets.load();
  return sets;
};

it('a folder is read completely although the browser returns its entries in batches, and its files have paths', async () => {
  const many = Array.from({ length: 150 }, (_, index) => fileEntry(`${index}.json`, '{}'));
  const inner = folderEntry('node_modules', [fileEntry('x.json', '{}')]);
  const picked = await listDroppedEntries([folderEntry('team', [...many, inner, fileEntry('notes.md', '')])]);
  expect(picked.source).toBe('team');
  expect(picked.files).toHaveLength(150);
  expect(picked.files[0]?.path).toBe('team/0.json');
});

it('dropped files and folders that cannot be read are reported, and the other files are read', async () => {
  const fail = (_: unknown, onError: (error: Error) => void) => onError(new Error('NotReadableError'));
  const unreadableFile = { name: 'a.json', isFile: true, isDirectory: false, file: fail } as never;
  const createReader = () => ({ readEntries: fail });
  const unreadableFolder = { name: 'team', isFile: false, isDirectory: true, createReader } as never;
  const dropped = await listDroppedEntries([unreadableFile, unreadableFolder, fileEntry('b.json', '{}')]);
  const { files, problems } = await readPickedSchemas(dropped);
  expect(files.map(({ path }) => path)).toEqual(['b.json']);
  expect(problems).toMatchObject([
    { code: 'notReadable', file: 'a.json' },
    { code: 'notReadable', file: 'team/' },
  ]);
});

it('too many files are reported, and only the first ones up to the limit are read', async () => {
  const files = Array.from({ length: 50_000 }, (_, index) => fileOf(`${index}.json`, '{}'));
  const { files: read, problems } = await readPickedSchemas(listPickedFiles(files));
  expect(read).toHaveLength(MAX_SCHEMA_FILES);
  expect(problems).toMatchObject([{ code: 'tooManyFiles', params: { n: 50_000, max: MAX_SCHEMA_FILES } }]);
});

it('an archive that unpacks to too many bytes, and a damaged archive, are reported by name', async () => {
  const bomb = zipSync({ 'a.json': new Uint8Array(21_000_000) });
  const bombed = await readPickedSchemas(listPickedFiles([new File([new Uint8Array(bomb)], 'bomb.zip')]));
  expect(bombed).toMatchObject({ files: [], problems: [{ code: 'tooLarge', file: 'bomb.zip/a.json' }] });
  const intactArchive = zipSync({ 'interact.json': strToU8('{}') });
  const damaged = await readPickedSchemas(
    listPickedFiles([new File([new Uint8Array(intactArchive.slice(0, 40))], 'cut.zip')]),
  );
  expect(damaged.problems).toMatchObject([{ code: 'damagedArchive', file: 'cut.zip' }]);
});

it('43 of 46 schema files are imported if 3 are invalid', async () => {
  const sets = await openSchemas();
  const files = Array.from({ length: 46 }, (_, index) => {
    const text = index < 3 ? '{"type":' : JSON.stringify({ properties: { eid: { const: `EID_${index}` } } });
    return fileOf(`schema-${index}.json`, text);
  });
  await sets.put('team', await readPickedSchemas(listPickedFiles(files)));
  const [set] = sets.list.peek();
  expect(set?.contents?.active.schemas).toHaveLength(43);
  expect(set?.contents?.active.problems.map(({ code }) => code)).toEqual(['notJson', 'notJson', 'notJson']);
});

it.each([
  ['nested too deeply', `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`],
  ['too large', `[${'{},'.repeat(300_000)}{}]`],
  ['not a schema', '"text"'],
  ['empty', ''],
])('a file that is %s is reported, and adds no schema', async (_, text) => {
  const sets = await openSchemas();
  const version = await readPickedSchemas(listPickedFiles([fileOf('interact.json', text)]));
  const result = await sets.put('team', version);
  expect(result).toMatchObject({ ok: false, failure: { code: 'not-usable' } });
  expect(sets.list.peek()).toEqual([]);
});

it('patterns with exponential backtracking and circular references do not block the import', async () => {
  const sets = await openSchemas();
  const schema = {
    properties: {
      eid: { const: 'INTERACT' },
      mid: { pattern: '^(a+)+$' },
      did: { pattern: '(a)\\1' },
      edata: { $ref: '#/properties/edata' },
    },
  };
  await sets.put('team', await readPickedSchemas(listPickedFiles([fileOf('interact.json', JSON.stringify(schema))])));
  const problems = sets.list.peek()[0]?.contents?.active.problems ?? [];
  expect(problems.map(({ code }) => code).sort()).toEqual(['backgroundPattern', 'circularReference']);
  const json = { eid: 'INTERACT', mid: `${'a'.repeat(50_000)}!`, edata: {} };
  const found = sets.ruleSets.peek()[0]?.ruleSet.check({ type: 'event', json });
  expect(found).toMatchObject([{ path: ['mid'] }]);
});
