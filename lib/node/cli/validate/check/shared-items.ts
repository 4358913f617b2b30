import type { Json } from '#core/json/json';

/** Maximum length of all cached texts, in UTF-16 units. Their JSON takes about 5 MB. */
const MAX_CACHED_CHARS = 1_000_000;

/**
 * Reads items of equal texts once. Equal texts are common, because SDKs send failed batches again.
 * Callers can cache values by the returned object, such as its JSON.
 */
export class SharedItems {
  readonly #items = new Map<string, Json | null>();
  #chars = 0;

  read(text: string, read: () => Json | null): Json | null {
    const cached = this.#items.get(text);
    if (cached !== undefined) return cached;
    const item = read();
    this.#chars += text.length;
    if (this.#chars > MAX_CACHED_CHARS) {
      this.#items.clear();
      this.#chars = text.length;
    }
    this.#items.set(text, item);
    return item;
  }
}
