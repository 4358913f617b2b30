/** The size of most outputs. */
const INITIAL_BYTES = 512 * 1024;
/** A buffer for one long output is not kept for the others. */
const MAX_HELD_BYTES = 2 * 1024 * 1024;
/** A UTF-16 unit of a text takes at most three bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Gathers an output in UTF-8. Parts that repeat are encoded once, and then copied. */
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
    // No `Buffer`, whose `slice` copies nothing.
    const taken = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
    this.#length = 0;
    if (this.#bytes.length > MAX_HELD_BYTES) this.#bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    return taken;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
