import { expect, it } from 'vitest';
import { keepKeyOrder } from '#panel/persistence/keep-key-order';
import { createSortingStore } from '#tests/fixtures/sorting-store';

it('a stored value has its keys in the order in which they were set', async () => {
  const store = keepKeyOrder(createSortingStore());
  await store.set('key', { pass: 'No', item: 1 });
  expect(JSON.stringify(await store.get('key'))).toBe('{"pass":"No","item":1}');
});

it.each([
  ['an object', { item: 1 }],
  ['a list', [1]],
  ['a number', 1],
  ['a text that is not JSON', 'nonsense'],
])('a stored value that is %s instead of JSON text counts as unset', async (_what, stored) => {
  const store = createSortingStore();
  await store.set('key', stored);
  expect(await keepKeyOrder(store).get('key')).toBeUndefined();
});
