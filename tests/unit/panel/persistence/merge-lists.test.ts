import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeLists } from '#panel/persistence/synced-list';

interface Item {
  readonly id: string;
  readonly text: string;
}

const item = (id: string, text = ''): Item => ({ id, text });
const merge = (base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]) =>
  mergeLists(base, mine, theirs, ({ id }) => id);
/** Copies a list like a storage does, which returns equal but new objects. */
const copyFromStorage = (items: readonly Item[]) => structuredClone(items) as readonly Item[];

const [a, b, c] = [item('a'), item('b'), item('c')];

it('two edited copies of a list merge to one with the additions, removals and changes of both', () => {
  const merged = merge([a], [a, b], copyFromStorage([a, c]));
  expect(merged).toEqual([a, c, b]);
  expect(merge([a, b, c], [a, b], copyFromStorage([b, c]))).toEqual([b]);
  expect(merge([a, b], [item('a', 'mine'), b], copyFromStorage([a, item('b', 'theirs')]))).toEqual([
    item('a', 'mine'),
    item('b', 'theirs'),
  ]);
});

it('our change of an item has precedence over the other copy’s change or removal of the item', () => {
  const mine = item('a', 'mine');
  expect(merge([a], [mine], copyFromStorage([item('a', 'theirs')]))).toEqual([mine]);
  expect(merge([a, b], [mine, b], copyFromStorage([b]))).toEqual([mine, b]);
});

it('items added at the front of a list stay at the front after a merge', () => {
  expect(merge([a], [b, a], copyFromStorage([a, c]))).toEqual([b, a, c]);
});

it('the merged list has the order of the copy that was reordered', () => {
  expect(merge([a, b, c], [c, a, b], copyFromStorage([a, b, c]))).toEqual([c, a, b]);
  expect(merge([a, b, c], [a, b, c], copyFromStorage([c, a, b]))).toEqual([c, a, b]);
});

it('merging unchanged lists returns the same list', () => {
  const mine = [a, b];
  expect(merge([a, b], mine, copyFromStorage([a, b]))).toBe(mine);
});

const anyItems = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), text: fc.string() }), {
  selector: ({ id }) => id,
});
const byId = (items: readonly Item[]) => [...items].sort((one, other) => one.id.localeCompare(other.id));

it('merging with our copy unchanged returns their items', () => {
  fc.assert(
    fc.property(anyItems, anyItems, (base, theirs) => {
      expect(merge(base, base, theirs)).toEqual(theirs);
    }),
  );
});

it('merging with their copy unchanged returns our items', () => {
  fc.assert(
    fc.property(anyItems, anyItems, (base, mine) => {
      expect(merge(base, mine, copyFromStorage(base))).toEqual(mine);
    }),
  );
});

it('merging again in the other order returns the same items', () => {
  fc.assert(
    fc.property(anyItems, anyItems, anyItems, (base, one, other) => {
      const first = merge(base, one, copyFromStorage(base));
      const second = merge(base, other, copyFromStorage(first));
      expect(byId(merge(first, first, copyFromStorage(second)))).toEqual(byId(second));
      for (const { id } of one)
        if (!base.some((item) => item.id === id)) expect(second.map((item) => item.id)).toContain(id);
      for (const otherItem of other) expect(second).toContainEqual(otherItem);
    }),
  );
});
