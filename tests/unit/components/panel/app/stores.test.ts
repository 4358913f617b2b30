import { expect, it } from 'vitest';
import { defineRegistry } from '#components/panel/app/registries.ts';
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
  const lengthStore = defineStore((panelStores) => ({ length: () => panelStores.get(listStore).length }));
  stores.get(listStore).push('second');
  expect(stores.get(lengthStore).length()).toBe(2);
});

it('a registry keeps its parts when a part that it does not contain is removed', () => {
  const registry = createTestStores().stores.get(defineRegistry(['first', 'second']));
  registry.remove('other');
  expect(registry.parts).toEqual(['first', 'second']);
  registry.remove('first');
  expect(registry.parts).toEqual(['second']);
});
