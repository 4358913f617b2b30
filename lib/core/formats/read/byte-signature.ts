/** Format of the bytes of an input. */
export type ByteFormat = 'gzip' | 'zstd' | 'zip' | 'utf-16le' | 'utf-16be' | 'utf-8' | 'utf-8-with-bom' | 'binary';

/** How many bytes identify the format of an input. */
export const SIGNATURE_BYTES = 4;
/** Number of bytes that are searched for a 0 byte, if the first chunk has them. */
export const SEARCHED_BYTES = 8_192;

/** Returns the format of an input by its first bytes: gzip (RFC 1952), zstd (RFC 8878), zip, or text. */
export function detectByteFormat(start: Uint8Array): ByteFormat {
  const [first, second, third, fourth] = start;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  if (first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04) return 'zip';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8-with-bom';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // JSON begins with an ASCII character. In UTF-16, one of the two bytes of such a character is 0.
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return start.includes(0) ? 'binary' : 'utf-8';
}
