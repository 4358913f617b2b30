import { isJsonObject, type Json } from '../json';

/** Events whose records were evicted, so that a retry or a duplicate of one adds no record without its call. */
export interface EvictedEvents {
  add(event: Json): void;
  has(event: Json): boolean;
}

/** SDKs retry their newest events. Each takes about 40 bytes. */
const MAX_EVICTED_EVENTS = 20_000;

export function createEvictedEvents(): EvictedEvents {
  const keys = new Set<number>();
  return {
    add(event) {
      const key = keyOf(event);
      if (key === null) return;
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > MAX_EVICTED_EVENTS && oldest !== undefined) keys.delete(oldest);
    },
    has(event) {
      const key = keyOf(event);
      return key !== null && keys.has(key);
    },
  };
}

/** A page may give several events one `mid`; `eid` and `ets` tell those apart. `null` without a `mid`. */
function keyOf(event: Json): number | null {
  if (!isJsonObject(event) || typeof event.mid !== 'string') return null;
  const { mid, eid, ets } = event;
  return hash53(`${mid} ${typeof eid === 'string' ? eid : ''} ${typeof ets === 'number' ? ets : ''}`);
}

/** Two 32-bit sums in the manner of FNV-1a, joined into one safe integer: a text as a key would take five times as much. */
function hash53(text: string): number {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
    other ^= other >>> 15;
  }
  return (one >>> 0) * 2 ** 21 + ((other >>> 0) & 0x1f_ff_ff);
}
