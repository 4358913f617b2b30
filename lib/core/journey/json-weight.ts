/** What an object, an array or a number takes besides its texts, roughly, in bytes. */
const NODE_BYTES = 16;

/**
 * Estimates how many bytes a plain value takes in memory.
 * Stops as soon as the estimate exceeds `limit`, so that the cost is bounded by `limit` and not by the value.
 */
export function weighJson(value: unknown, limit: number): number {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= limit) {
    const next = waiting.pop();
    bytes += NODE_BYTES;
    if (typeof next === 'string') bytes += next.length;
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      waiting.push((next as Readonly<Record<string, unknown>>)[key]);
      if (waiting.length * NODE_BYTES > limit) return limit + NODE_BYTES;
    }
  }
  return bytes;
}
