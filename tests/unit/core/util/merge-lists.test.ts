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
/** A copy as a storage returns it: equal, but no object is the same. */
const stored = (items: readonly Item[]) => structuredClone(items) as readonly Item[];

const [a, b, c] = [item('a'), item('b'), item('c')];

it('two lists derived from one keep what either added, dropped or changed', () => {
  const added = merge([a], [a, b], stored([a, c]));
  expect(added).toEqual([a, c, b]);
  expect(merge([a, b, c], [a, b], stored([b, c]))).toEqual([b]);
  expect(merge([a, b], [item('a', 'mine'), b], stored([a, item('b', 'theirs')]))).toEqual([
    item('a', 'mine'),
    item('b', 'theirs'),
  ]);
});

it('of two copies of a list, our change wins where both changed an item, and where the other dropped it', () => {
  const mine = item('a', 'mine');
  expect(merge([a], [mine], stored([item('a', 'theirs')]))).toEqual([mine]);
  expect(merge([a, b], [mine, b], stored([b]))).toEqual([mine, b]);
});

it('two lists derived from one put what was added in front to the front', () => {
  expect(merge([a], [b, a], stored([a, c]))).toEqual([b, a, c]);
});

it('two lists derived from one take the order of the list that changed it', () => {
  expect(merge([a, b, c], [c, a, b], stored([a, b, c]))).toEqual([c, a, b]);
  expect(merge([a, b, c], [a, b, c], stored([c, a, b]))).toEqual([c, a, b]);
});

it('two lists derived from one are the very same list if there is nothing to merge', () => {
  const mine = [a, b];
  expect(merge([a, b], mine, stored([a, b]))).toBe(mine);
});

const someItems = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), text: fc.string() }), {
  selector: ({ id }) => id,
});
const byId = (items: readonly Item[]) => [...items].sort((one, other) => one.id.localeCompare(other.id));

it('two lists merge to theirs where ours is unchanged', () => {
  fc.assert(
    fc.property(someItems, someItems, (base, theirs) => {
      expect(merge(base, base, theirs)).toEqual(theirs);
    }),
  );
});

it('two lists merge to ours where theirs is unchanged', () => {
  fc.assert(
    fc.property(someItems, someItems, (base, mine) => {
      expect(merge(base, mine, stored(base))).toEqual(mine);
    }),
  );
});

it('two lists merge to the same items in either order', () => {
  fc.assert(
    fc.property(someItems, someItems, someItems, (base, one, other) => {
      const first = merge(base, one, stored(base));
      const second = merge(base, other, stored(first));
      expect(byId(merge(first, first, stored(second)))).toEqual(byId(second));
      for (const { id } of one)
        if (!base.some((each) => each.id === id)) expect(second.map(({ id }) => id)).toContain(id);
      for (const each of other) expect(second).toContainEqual(each);
    }),
  );
});
