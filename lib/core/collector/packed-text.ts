/** Size of a buffer that many texts share. A separate buffer for each text would take 100 bytes more. */
const CHUNK_BYTES = 1024 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** A text in UTF-8 outside of the JavaScript heap, which the garbage collector neither traces nor copies. */
export interface PackedText {
  /** Shared buffer. It is freed with the last of its texts. */
  readonly chunk: Uint8Array;
  readonly offset: number;
  /** Length in bytes. */
  readonly length: number;
}

/** Creates a function that packs texts. It replaces lone surrogates, which JSON text does not contain. */
export function createTextPacker(): (text: string) => PackedText {
  const encoder = new TextEncoder();
  let chunk = new Uint8Array(0);
  let used = 0;
  return (text) => {
    const maxBytes = text.length * MAX_BYTES_PER_UNIT;
    if (chunk.length - used < maxBytes) {
      chunk = new Uint8Array(Math.max(CHUNK_BYTES, maxBytes));
      used = 0;
    }
    const offset = used;
    const { written } = encoder.encodeInto(text, chunk.subarray(offset));
    used += written;
    return { chunk, offset, length: written };
  };
}

const decoder = new TextDecoder();

export function unpackText(packed: PackedText): string {
  return decoder.decode(packedBytes(packed));
}

/** Returns the text in UTF-8. Do not write to the array: it is a part of the shared buffer. */
export function packedBytes({ chunk, offset, length }: PackedText): Uint8Array {
  return chunk.subarray(offset, offset + length);
}
