import { expect, it } from 'vitest';
import { defineStore } from '#components/panel/app/stores.ts';
import { createTestStores } from '#tests/fixtures/panel-stores';

it('a store is created on its first access, once per panel', () => {
  let created = 0;
  const counterStore = defineStore(() => {
    created += 1;
    return { id: created };
  });
  const one = createTestStores().stores;
  const other = createTestStores().stores;
  expect(created).toBe(0);
  expect(one.get(counterStore)).toBe(one.get(counterStore));
  expect(other.get(counterStore)).not.toBe(one.get(counterStore));
  expect(created).toBe(2);
});

it('a store reads the content of another store of the same panel', () => {
  const { stores } = createTestStores();
  const listStore = defineStore(() => ['first']);
  const lengthStore = defineStore((its) => ({ length: () => its.get(listStore).length }));
  stores.get(listStore).push('second');
  expect(stores.get(lengthStore).length()).toBe(2);
});
