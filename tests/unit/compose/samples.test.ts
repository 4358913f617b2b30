import { describe, expect, it } from 'vitest';
import { createSamples, type Samples } from '../../../lib/compose/samples';
import { readSamples, samplesFile } from '../../../lib/compose/samples-file';
import { samplesLike } from '../../../lib/compose/samples-like';

function samples() {
  let last = 0;
  const library = createSamples(() => {
    last += 1;
    return `id-${last}`;
  });
  library.save({
    name: 'Quiz, wrong answer',
    tags: ['quiz', 'दिल्ली'],
    kind: 'assess',
    draft: { data: { pass: 'No' } },
  });
  library.save({ name: 'Hindi search', tags: [], kind: 'search', draft: { data: { query: 'जल' } } });
  return library;
}

const fileOf = (library: Samples) => samplesFile(library.list.value);
const take = (library: Samples, text: string) => {
  const read = readSamples(text);
  return read.ok ? library.add(read.value) : read.failure;
};

describe('own samples', () => {
  it('go through a file and come back the same', () => {
    const other = createSamples(() => 'new');
    expect(take(other, fileOf(samples()))).toBe(2);
    expect(other.list.value.map(({ name, tags, kind, draft }) => ({ name, tags, kind, draft }))).toEqual(
      samples().list.value.map(({ name, tags, kind, draft }) => ({ name, tags, kind, draft })),
    );
    expect(take(other, fileOf(samples()))).toBe(0);
  });

  it('of a file that is none are refused, with the reason and nothing taken', () => {
    const library = samples();
    const wrong = fileOf(library).replace('"assess"', '"asses"');
    for (const text of ['{', '[]', wrong, fileOf(library).replace('"version": 1', '"version": 2')]) {
      expect(readSamples(text).ok).toBe(false);
    }
    expect(take(library, wrong)).toContain('samples.0.kind');
    expect(library.list.value).toHaveLength(2);
  });

  it('are found by name, tag and kind', () => {
    const { list } = samples();
    expect(samplesLike(list.value, 'quiz assess').map(({ kind }) => kind)).toEqual(['assess']);
    expect(samplesLike(list.value, 'दिल्ली')).toHaveLength(1);
    expect(samplesLike(list.value, 'nothing')).toEqual([]);
  });

  it('are dropped, and had back in their place', () => {
    const library = samples();
    const undo = library.drop('id-1');
    expect(library.list.value.map(({ id }) => id)).toEqual(['id-2']);
    undo();
    expect(library.list.value.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });

  it('are renamed', () => {
    const library = samples();
    library.rename('id-2', 'Search', ['hindi']);
    expect(library.list.value[1]).toMatchObject({ name: 'Search', tags: ['hindi'], kind: 'search' });
  });

  it('that were damaged in storage count as nothing', () => {
    const library = samples();
    library.restore([{ id: 1 }]);
    expect(library.list.value).toEqual([]);
  });
});
