/** The number of a name that is not in a table. */
export const UNLISTED = -1;
const encoder = new TextEncoder();

/** Finds names in UTF-8 by their bytes: no text is made of them. */
export class KeyTable {
  readonly #names: readonly string[];
  readonly #keys: readonly Uint8Array[];
  /** The number of a name at its hash or behind it: open addressing. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#keys = names.map((name) => encoder.encode(name));
    const size = 2 ** Math.ceil(Math.log2(names.length + 1) + 1);
    this.#slots = new Int32Array(size).fill(UNLISTED);
    this.#mask = size - 1;
    for (const [index, key] of this.#keys.entries()) {
      let slot = hashKey(key, 0, key.length) & this.#mask;
      while (this.#slots[slot] !== UNLISTED) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = index;
    }
  }

  /** Returns the number of a name, or {@link UNLISTED}. */
  find(bytes: Uint8Array, from: number, to: number): number {
    for (let slot = hashKey(bytes, from, to) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const index = this.#slots[slot] as number;
      if (index === UNLISTED || isKey(this.#keys[index] as Uint8Array, bytes, from, to)) return index;
    }
  }

  nameOf(index: number): string {
    return this.#names[index] as string;
  }
}

function hashKey(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}

function isKey(key: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (key.length !== to - from) return false;
  for (let index = 0; index < key.length; index += 1) if (key[index] !== bytes[from + index]) return false;
  return true;
}
