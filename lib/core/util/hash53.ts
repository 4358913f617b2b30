/** Hashes a string to a safe integer from 1, by two joined 32-bit sums like FNV-1a. Not cryptographic. */
export function hash53(text: string, seed: number): number {
  let one = 0x811c9dc5 ^ seed;
  let other = 0x9e3779b9 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
    other ^= other >>> 15;
  }
  return Math.max(1, (one >>> 0) * 2 ** 21 + ((other >>> 0) & 0x1f_ff_ff));
}
