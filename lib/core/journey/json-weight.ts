/** Rough overhead of an object, an array or a number besides its texts, in bytes. */
const NODE_BYTES = 16;

/** Shorter texts are weighed as Latin-1: looking through them would cost more than the difference is worth. */
const MIN_SCANNED_TEXT = 2_048;

/** V8 and SpiderMonkey store a text with a byte a unit if it is Latin-1, else with two. */
function textBytes(text: string): number {
  if (text.length < MIN_SCANNED_TEXT) return text.length;
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}

/**
 * Estimates how many bytes a plain value takes in memory.
 * Stops as soon as the estimate exceeds `limit`, so that the cost is bounded by `limit` and not by the value.
 */
export function weighJson(value: unknown, limit: number): number {
  // Only what has values in it waits: most values have none.
  const waiting: object[] = [[value]];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const key in next) {
      const held = (next as Readonly<Record<string, unknown>>)[key];
      bytes += NODE_BYTES;
      if (typeof held === 'string') bytes += textBytes(held);
      else if (typeof held === 'object' && held !== null) waiting.push(held);
      if (bytes > limit) return bytes;
    }
  }
  return bytes;
}
