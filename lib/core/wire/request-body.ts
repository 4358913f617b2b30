/**
 * Returns the size of a body in UTF-8 bytes, and a hash that is the same for equal bodies.
 * The hash is two 32-bit sums like FNV-1a, over four bytes at a time, because bursts have megabytes of bodies.
 */
export function measureBody(body: string): { readonly bodyBytes: number; readonly bodyKey: string } {
  const bytes = new TextEncoder().encode(body);
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const words = new Uint32Array(padded.buffer);
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul(other ^ word, 0x85ebca6b);
    // Without this, the last of four bytes would affect only the highest bits of the sum.
    other ^= other >>> 15;
  }
  return {
    bodyBytes: bytes.length,
    bodyKey: `${bytes.length}.${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`,
  };
}
