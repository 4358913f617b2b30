import { isJsonObject, type Json } from '#core/json/json';
import { hash53 } from '#core/util/hash53';

/** The events of evicted records. A retry or a duplicate of such an event must not add a record without its call. */
export interface EvictedEvents {
  add(event: Json): void;
  has(event: Json): boolean;
}

/** Minimum number of stored events. The maximum is twice as many. SDKs retry their newest events. */
export const MIN_EVICTED_EVENTS = 10_000;

/** A power of two that leaves a third of the slots free. */
const SLOTS = 16_384;

/** Value of an empty slot, as in a new table. No hash is 0. */
const EMPTY = 0;

/** An open-addressing hash table of numbers. A `Set` would take four times the memory. */
interface KeyTable {
  readonly slots: Float64Array;
  size: number;
}

/**
 * Creates an empty set with a 32-bit seed.
 * Pages don't know the seed, so they can't create events that share slots.
 */
export function createEvictedEvents(seed: number): EvictedEvents {
  let newer = createTable();
  let older: KeyTable | null = null;
  return {
    add(event) {
      const key = keyOf(event, seed);
      if (key === null) return;
      if (newer.size === MIN_EVICTED_EVENTS) {
        older = newer;
        newer = createTable();
      }
      const slot = slotOf(newer, key);
      if (newer.slots[slot] === EMPTY) newer.size += 1;
      newer.slots[slot] = key;
    },
    has(event) {
      const key = keyOf(event, seed);
      if (key === null) return false;
      return hasKey(newer, key) || (older !== null && hasKey(older, key));
    },
  };
}

const createTable = (): KeyTable => ({ slots: new Float64Array(SLOTS), size: 0 });

const hasKey = (table: KeyTable, key: number): boolean => table.slots[slotOf(table, key)] === key;

/** Returns the slot of a key, or the empty slot to insert it. */
function slotOf({ slots }: KeyTable, key: number): number {
  let slot = key % SLOTS;
  while (slots[slot] !== EMPTY && slots[slot] !== key) slot = (slot + 1) % SLOTS;
  return slot;
}

/** Returns the key of an event, or `null` without a `mid`. `eid` and `ets` distinguish events with the same `mid`. */
function keyOf(event: Json, seed: number): number | null {
  if (!isJsonObject(event) || typeof event.mid !== 'string') return null;
  const { mid, eid, ets } = event;
  const text = `${mid} ${typeof eid === 'string' ? eid : ''} ${typeof ets === 'number' ? ets : ''}`;
  return hash53(text, seed);
}
