/**
 * Returns a key of a body in UTF-8, which is the same for equal bodies: its size and a hash.
 * The hash is two 32-bit sums like FNV-1a, over four bytes at a time, because bursts have megabytes of bodies.
 */
export function keyOfBody(bytes: Uint8Array): string {
  const rest = bytes.length % 4;
  const whole = wordsOf(bytes.subarray(0, bytes.length - rest));
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  const add = (word: number): void => {
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul(other ^ word, 0x85ebca6b);
    // Without this, the last of four bytes would affect only the highest bits of the sum.
    other ^= other >>> 15;
  };
  for (let index = 0; index < whole.length; index += 1) add(whole[index] ?? 0);
  if (rest > 0) {
    const last = new Uint8Array(4);
    last.set(bytes.subarray(bytes.length - rest));
    for (const word of wordsOf(last)) add(word);
  }
  return `${bytes.length}.${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
}

/** Returns bytes as words, copied only if they are not aligned. Their number must be a multiple of 4. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}
