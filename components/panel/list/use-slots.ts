import { useRef } from 'preact/hooks';

/**
 * Gives every drawn line a slot, as the key of its element: a line keeps its slot while it is drawn, and a new line
 * takes over the slot, and so the element, of one that is gone. Making and dropping elements is what scrolling costs.
 */
export function useSlots(keys: readonly (number | string)[]): readonly number[] {
  const slots = useRef(new Map<number | string, number>());
  slots.current = assign(keys, slots.current);
  return keys.map((key) => slots.current.get(key) ?? 0);
}

/** Slots for the given lines; those that stay keep theirs, free ones are taken from the lowest up. */
export function assign(
  keys: readonly (number | string)[],
  before: ReadonlyMap<number | string, number>,
): Map<number | string, number> {
  const after = new Map<number | string, number>();
  for (const key of keys) {
    const slot = before.get(key);
    if (slot !== undefined) after.set(key, slot);
  }
  const taken = new Set(after.values());
  let next = 0;
  for (const key of keys) {
    if (after.has(key)) continue;
    while (taken.has(next)) next += 1;
    after.set(key, next);
    next += 1;
  }
  return after;
}
