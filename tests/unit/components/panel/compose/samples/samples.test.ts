import { expect, it, vi } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createSamples, type Samples } from '#components/panel/compose/samples/samples.ts';
import { MAX_SAMPLES, type Sample, searchSamples } from '#core/drafts/sample';
import { formatSamplesFile, readSamples } from '#core/drafts/samples-file';
import { fail, succeed } from '#core/util/result';
import { keepKeyOrder } from '#panel/persistence/keep-key-order';
import { createMemoryStore } from '#panel/persistence/memory-store';
import type { SharedStore } from '#panel/persistence/synced-list';
import { waitFor } from '#tests/drivers/wait-for';
import { createSortingStore } from '#tests/fixtures/sorting-store';

function libraryWith(store: SharedStore = createMemoryStore(), prefix = 'id') {
  let last = 0;
  const notify = vi.fn();
  const newId = () => {
    last += 1;
    return `${prefix}-${last}`;
  };
  return { notify, store, ...createSamples({ newId, store, notify }) };
}

function createTwoSamples() {
  const library = libraryWith();
  library.save({
    name: 'Quiz, wrong answer',
    tags: ['quiz', 'दिल्ली'],
    kind: 'assess',
    draft: { data: { pass: 'No' } },
  });
  library.save({ name: 'Hindi search', tags: [], kind: 'search', draft: { data: { query: 'जल' } } });
  return library;
}

const fileOf = (library: Samples) => formatSamplesFile(library.list.value);
const importSamples = (library: Samples, text: string) => {
  const read = readSamples(text);
  return read.ok ? library.add(read.value) : fail(messageText(read.failure));
};

const KEY = 'compose-samples';
const log = (name: string): Omit<Sample, 'id'> => ({ name, tags: [], kind: 'log', draft: {} });
const namesOf = (library: Samples) => library.list.value.map(({ name }) => name);

it('own samples are unchanged after an export to a file and an import', () => {
  const other = libraryWith();
  expect(importSamples(other, fileOf(createTwoSamples()))).toEqual(succeed(2));
  expect(other.list.value.map(({ name, tags, kind, draft }) => ({ name, tags, kind, draft }))).toEqual(
    createTwoSamples().list.value.map(({ name, tags, kind, draft }) => ({ name, tags, kind, draft })),
  );
  expect(importSamples(other, fileOf(createTwoSamples()))).toEqual(succeed(0));
});

it('own samples preserve the order of their fields in a storage that sorts keys, and are recognized as duplicates in a file with another order', async () => {
  const store = createSortingStore();
  const library = libraryWith(store);
  await library.load();
  const draft = { data: { type: 'api', level: 'INFO', message: 'one', params: [{ b: 1, a: 2 }] } };
  library.save({ name: 'One line', tags: [], kind: 'log', draft });
  const next = libraryWith(store, 'next');
  await waitFor(async () => {
    await next.load();
    expect(JSON.stringify(next.list.value[0]?.draft)).toBe(JSON.stringify(draft));
  });
  const file = fileOf(next);
  await store.set('sorted', next.list.value);
  await keepKeyOrder(store).set(KEY, await store.get('sorted'));
  await next.load();
  expect(importSamples(next, file)).toEqual(succeed(0));
  expect(importSamples(next, file.replace('"a": 2', '"a": 3'))).toEqual(succeed(1));
});

it('a file without samples is rejected with the reason, and nothing is imported', () => {
  const library = createTwoSamples();
  const invalidFile = fileOf(library).replace('"assess"', '"asses"');
  for (const text of ['{', '[]', invalidFile, fileOf(library).replace('"version": 1', '"version": 2')]) {
    expect(readSamples(text).ok).toBe(false);
  }
  expect(importSamples(library, invalidFile)).toEqual(fail(expect.stringContaining('samples.0.kind')));
  expect(library.list.value).toHaveLength(2);
});

it('own samples are found by name, tag and kind', () => {
  const { list } = createTwoSamples();
  expect(searchSamples(list.value, 'quiz assess').map(({ kind }) => kind)).toEqual(['assess']);
  expect(searchSamples(list.value, 'दिल्ली')).toHaveLength(1);
  expect(searchSamples(list.value, 'nothing')).toEqual([]);
});

it('deleted own samples are restored at their previous position', () => {
  const library = createTwoSamples();
  const undo = library.remove('id-1');
  expect(library.list.value.map(({ id }) => id)).toEqual(['id-2']);
  undo();
  expect(library.list.value.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
});

it('own samples can be renamed', () => {
  const library = createTwoSamples();
  library.rename('id-2', 'Search', ['hindi']);
  expect(library.list.value[1]).toMatchObject({ name: 'Search', tags: ['hindi'], kind: 'search' });
});

it('damaged own samples in the storage neither affect other samples nor are deleted', async () => {
  const library = libraryWith();
  const good = { id: 'good', name: 'Good', tags: [], kind: 'log', draft: {} };
  await keepKeyOrder(library.store).set(KEY, [{ id: 1 }, good, null]);
  await library.load();
  expect(library.list.value).toEqual([good]);
  library.rename('good', 'Better', []);
  await library.load();
  expect(await keepKeyOrder(library.store).get(KEY)).toEqual([{ ...good, name: 'Better' }, { id: 1 }, null]);
});

it('stored own samples that are not a list are ignored', async () => {
  const library = libraryWith();
  await library.store.set(KEY, 'nonsense');
  await library.load();
  expect(library.list.value).toEqual([]);
});

it('two panels share their own samples: saved, renamed and deleted samples are synchronized without loss', async () => {
  const store = createMemoryStore();
  const [one, other] = [libraryWith(store, 'one'), libraryWith(store, 'other')];
  await Promise.all([one.load(), other.load()]);
  one.save(log('From one'));
  other.save(log('From the other'));
  await waitFor(() => {
    expect(namesOf(one)).toEqual(['From one', 'From the other']);
    expect(namesOf(other)).toEqual(['From one', 'From the other']);
  });
  one.rename('other-1', 'Renamed by one', []);
  const undo = other.remove('one-1');
  await waitFor(() => expect(namesOf(one)).toEqual(['Renamed by one']));
  expect(namesOf(other)).toEqual(['Renamed by one']);
  undo();
  await waitFor(() => expect(namesOf(one)).toEqual(['From one', 'Renamed by one']));
});

it('own samples beyond the limit are rejected, and no stored sample is evicted to make room', () => {
  const library = libraryWith();
  const many = Array.from({ length: MAX_SAMPLES }, (_, index) => log(`${index}`));
  expect(library.add(many.slice(1))).toEqual(succeed(MAX_SAMPLES - 1));
  const added = library.add([log('a'), log('b')]);
  expect(added.ok ? '' : added.failure()).toContain('Limit of 500 samples reached');
  expect(library.save(log('last')).ok).toBe(true);
  expect(library.save(log('too many')).ok).toBe(false);
  expect(library.list.value).toHaveLength(MAX_SAMPLES);
});

it('own samples that cannot be stored stay available with a notice, and are stored once the storage accepts them', async () => {
  const store = createMemoryStore();
  let isFull = true;
  const set: SharedStore['set'] = (key, value) => (isFull ? Promise.reject(new Error('full')) : store.set(key, value));
  const library = libraryWith({ ...store, set });
  await library.load();
  library.save(log('First'));
  await waitFor(() => expect(library.notify).toHaveBeenCalledTimes(1));
  isFull = false;
  library.save(log('Second'));
  await waitFor(async () => expect(await keepKeyOrder(store).get(KEY)).toHaveLength(2));
  expect(namesOf(library)).toEqual(['First', 'Second']);
});

it.each([
  ['a long tag', ['x'.repeat(400)]],
  ['many tags', Array.from({ length: 40 }, (_, index) => `tag ${index}`)],
  ['a tag that begins with a space where it is truncated', [`${'x'.repeat(59)} y`]],
])('a sample with %s is stored, with the tags shortened to the limits', async (_, tags) => {
  const library = libraryWith();
  await library.load();
  library.save({ name: 'Quiz', tags, kind: 'assess', draft: {} });
  const other = libraryWith(library.store, 'other');
  await waitFor(async () => {
    await other.load();
    expect(other.list.value).toHaveLength(1);
  });
  expect(library.list.value).toEqual(other.list.value);
  expect(other.list.value[0]?.tags[0]?.slice(0, 3)).toBe(tags[0]?.slice(0, 3));
});
