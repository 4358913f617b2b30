/** Rough memory overhead of an object, an array or a number. */
const NODE_BYTES = 16;

/** Shorter texts count as Latin-1, because checking them costs more than a better estimate is worth. */
const MIN_SCANNED_TEXT = 2_048;

/** Estimates the memory of a string. V8 and SpiderMonkey use one byte per unit for Latin-1, else two. */
function textBytes(text: string): number {
  if (text.length < MIN_SCANNED_TEXT) return text.length;
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}

/**
 * Estimates the memory of a plain value, in bytes.
 * Stops when the estimate exceeds `limit`, so that large values do not take long.
 */
export function estimateJsonBytes(value: unknown, limit: number): number {
  // Only objects and arrays are put on the stack. Most values are neither.
  const stack: object[] = [[value]];
  let bytes = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const key in next) {
      const inner = (next as Readonly<Record<string, unknown>>)[key];
      bytes += NODE_BYTES;
      if (typeof inner === 'string') bytes += textBytes(inner);
      else if (typeof inner === 'object' && inner !== null) stack.push(inner);
      if (bytes > limit) return bytes;
    }
  }
  return bytes;
}
