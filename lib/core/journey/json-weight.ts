/** Rough overhead of an object, an array or a number besides its texts, in bytes. */
const NODE_BYTES = 16;

/** Shorter texts are weighed as Latin-1: looking through them would cost more than the difference is worth. */
const MIN_SCANNED_TEXT = 2_048;

/** V8 and SpiderMonkey store a text with a byte a unit if it is Latin-1, else with two. */
function bytesPerUnit(text: string): 1 | 2 {
  return text.length >= MIN_SCANNED_TEXT && /[^\0-\xff]/.test(text) ? 2 : 1;
}

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
    if (typeof next === 'string') bytes += next.length * bytesPerUnit(next);
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      waiting.push((next as Readonly<Record<string, unknown>>)[key]);
      if (waiting.length * NODE_BYTES > limit) return limit + NODE_BYTES;
    }
  }
  return bytes;
}
