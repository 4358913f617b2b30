/** Finds the next occurrence of a character in a chunk, from ascending offsets: each is searched once. */
export class CharFinder {
  readonly #character: string;
  #chunk = '';
  #next = -1;

  constructor(character: string) {
    this.#character = character;
  }

  search(chunk: string): void {
    this.#chunk = chunk;
    this.#next = -1;
  }

  /** Returns the next offset of the character, or Infinity. */
  from(offset: number): number {
    if (this.#next >= offset) return this.#next;
    const index = this.#chunk.indexOf(this.#character, offset);
    this.#next = index === -1 ? Number.POSITIVE_INFINITY : index;
    return this.#next;
  }
}
