/** Minimum length of a joined chunk, in UTF-16 units. */
const MIN_CHUNK_CHARS = 400_000;

/**
 * Joins strings into fewer, longer chunks.
 * Not into a single string, which would take twice the memory if one part has characters beyond Latin-1.
 */
export function* joinChunks(parts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < MIN_CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
