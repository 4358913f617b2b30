import type { Json } from '#core/json/json';

/** Texts of items that are held, in UTF-16 units: their JSON takes some 5 MB. */
const MAX_HELD_CHARS = 1_000_000;

/**
 * Reads items of equal texts once, as SDKs send a batch again that failed.
 * What is made of their JSON can be cached with it.
 */
export class SharedItems {
  readonly #items = new Map<string, Json | null>();
  #chars = 0;

  read(text: string, read: () => Json | null): Json | null {
    const known = this.#items.get(text);
    if (known !== undefined) return known;
    const item = read();
    this.#chars += text.length;
    if (this.#chars > MAX_HELD_CHARS) {
      this.#items.clear();
      this.#chars = text.length;
    }
    this.#items.set(text, item);
    return item;
  }
}
