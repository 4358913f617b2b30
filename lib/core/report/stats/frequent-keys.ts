/** Different keys that are counted at once, a key and an object of some hundred bytes each. */
const MAX_KEYS = 10_000;

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
  /** Occurrences of an entry that were also marked. */
  readonly marked: number;
}

/**
 * Counts keys in bounded memory: exactly up to {@link MAX_KEYS} different keys, else the most frequent ones.
 * Where there are more, the rarer half is forgotten, as in lossy counting (Manku and Motwani, VLDB 2002, section 4.2).
 */
export class FrequentKeys<Value> {
  readonly #maxKeys: number;
  #entries = new Map<string, { value: Value; count: number; marked: number; missed: number }>();
  #undercount = 0;

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** By how much any count can be too low; 0 while all keys are counted. */
  get undercount(): number {
    return this.#undercount;
  }

  /** How many different keys are counted now. */
  get size(): number {
    return this.#entries.size;
  }

  /** @param makeValue returns what is kept with a key that is new. */
  add(key: string, count: number, marked: number, makeValue: () => Value): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      entry.count += count;
      entry.marked += marked;
      return;
    }
    if (this.#entries.size >= this.#maxKeys) this.#forgetRareKeys();
    this.#entries.set(key, { value: makeValue(), count, marked, missed: this.#undercount });
  }

  /** Returns the most frequent keys; equally frequent ones by their names. */
  top(length: number): readonly Counted<Value>[] {
    return [...this.#entries]
      .sort(([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1))
      .slice(0, length)
      .map(([, { value, count, marked }]) => ({ value, count, marked }));
  }

  #forgetRareKeys(): void {
    const most = ({ count, missed }: { readonly count: number; readonly missed: number }) => count + missed;
    const ordered = [...this.#entries].sort(([, one], [, other]) => most(other) - most(one));
    const frequent = ordered.slice(0, Math.floor(this.#maxKeys / 2));
    const first = ordered[frequent.length]?.[1];
    if (first !== undefined) this.#undercount = Math.max(this.#undercount, most(first));
    this.#entries = new Map(frequent);
  }
}
