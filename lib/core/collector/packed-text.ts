import { areKnownCleanBytes } from '#core/rules/privacy/clean-text';

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

/** Packs texts into shared buffers. */
export interface TextPacker {
  /**
   * Packs a text without keeping it: the next draft overwrites it unless {@link TextPacker.keep} is called before.
   * Replaces lone surrogates, which JSON text does not contain.
   *
   * @param text also accepts its UTF-8 bytes, which are copied.
   */
  draft(text: string | Uint8Array): PackedText;
  /** Keeps the last draft. */
  keep(draft: PackedText): void;
}

export function createTextPacker(): TextPacker {
  const encoder = new TextEncoder();
  let chunk = new Uint8Array(0);
  let used = 0;
  return {
    draft(text) {
      const maxBytes = typeof text === 'string' ? text.length * MAX_BYTES_PER_UNIT : text.length;
      if (chunk.length - used < maxBytes) {
        chunk = new Uint8Array(Math.max(CHUNK_BYTES, maxBytes));
        used = 0;
      }
      if (typeof text === 'string') {
        const { written } = encoder.encodeInto(text, chunk.subarray(used));
        return { chunk, offset: used, length: written };
      }
      chunk.set(text, used);
      return { chunk, offset: used, length: text.length };
    },
    keep({ offset, length }) {
      used = offset + length;
    },
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

/** Whether a quick search shows that the value of a packed JSON text has no secret. */
export function isKnownCleanPacked(packed: PackedText): boolean {
  const { chunk, offset, length } = packed;
  return areKnownCleanBytes(chunk, offset, offset + length, () => unpackText(packed));
}
