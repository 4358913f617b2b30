/** Initial size of the buffer, which fits most outputs. */
const INITIAL_BYTES = 512 * 1024;
/** Maximum size of a reused buffer. A larger one is released after its output is taken. */
const MAX_REUSED_BYTES = 2 * 1024 * 1024;
/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const MAX_UNIT_BYTES = 3;

/** Collects an output in UTF-8. Callers can encode repeated parts once, and add the bytes. */
export class OutputBytes {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #length = 0;

  addText(text: string): void {
    this.#reserve(text.length * MAX_UNIT_BYTES);
    this.#length += this.#bytes.write(text, this.#length);
  }

  addBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns the additions since the last call. The next addition overwrites them. */
  take(): Uint8Array {
    // Not a `Buffer`, whose `slice` does not copy.
    const bytes = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
    this.#length = 0;
    if (this.#bytes.length > MAX_REUSED_BYTES) this.#bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    return bytes;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
