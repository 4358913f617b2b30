import { computed, type ReadonlySignal } from '@preact/signals';
import { defineStore, type StoreDefinition } from './stores';

export interface Setting<Value> extends ReadonlySignal<Value> {
  set(value: Value): void;
}

/**
 * Defines a setting.
 * `parse` returns the default for a stored value that it cannot read.
 */
export function defineSetting<Value>(key: string, parse: (stored: unknown) => Value): StoreDefinition<Setting<Value>> {
  return defineStore(({ app }) => {
    const { values } = app.settings;
    const storedValue = computed(() => values.value[key]);
    return Object.assign(
      computed(() => parse(storedValue.value)),
      {
        set(value: Value) {
          values.value = { ...values.peek(), [key]: value };
        },
      },
    );
  });
}
