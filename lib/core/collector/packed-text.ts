/** Many texts share one: a buffer of its own takes 100 bytes besides. */
const CHUNK_BYTES = 1024 * 1024;
/** UTF-8 takes at most so many bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** A text in UTF-8, outside of the heap of JavaScript: the garbage collector neither traces nor copies it. */
export interface PackedText {
  /** Is freed when no text is in it any more. */
  readonly chunk: Uint8Array;
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
}

/** Creates a function that packs texts one after the other. Lone surrogates are replaced; JSON has none. */
export function createTextPacker(): (text: string) => PackedText {
  const encoder = new TextEncoder();
  let chunk = new Uint8Array(0);
  let used = 0;
  return (text) => {
    const most = text.length * MAX_BYTES_PER_UNIT;
    if (chunk.length - used < most) {
      chunk = new Uint8Array(Math.max(CHUNK_BYTES, most));
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

/** Returns the text in UTF-8, which is not to be written to. */
export function packedBytes({ chunk, offset, length }: PackedText): Uint8Array {
  return chunk.subarray(offset, offset + length);
}
