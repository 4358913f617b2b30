/** Number of rows per page. A larger page wastes memory on few events, and smaller pages have more overhead. */
const PAGE_ROWS = 2_048;
const EMPTY = 0;
/** A slot whose `mid` was removed. Probing continues after it. */
const REMOVED = 0xff_ff_ff_ff;
const MIN_SLOTS = 1_024;
/** Share of used slots above which probing gets slow. */
const MAX_LOAD = 0.8;
/** Share of used slots after a resize: a `mid` takes at most 4 / 0.64 bytes of slots. */
const NEW_LOAD = 0.64;

const UNKNOWN_TIME = 0xff_ff_ff_ff;
/** Stands for a time that is out of the range of its page: `#farTimes` has it. */
const FAR_TIME = 0xff_ff_ff_fe;
const HALF_RANGE_MS = 2 ** 31;

interface Page {
  readonly hashes: Float64Array;
  /** Milliseconds since the base, 49 days at most. */
  readonly times: Uint32Array;
  readonly nexts: Uint32Array;
  readonly flags: Uint8Array;
  base: number;
  rows: number;
}

/**
 * Stores rows with the hash of their `mid`, a time and flags: 23.3 bytes per row without duplicates.
 * The rows of one `mid` form a ring in ascending order, which the table finds by its last row.
 * Among 100,000 different `mid`s, two have the same 53-bit hash with a probability of 1 in 1.8 million.
 */
export class MidRows {
  readonly #pages: (Page | undefined)[] = [];
  readonly #farTimes = new Map<number, number>();
  #slots = new Uint32Array(MIN_SLOTS);
  /** Slots that are not empty. */
  #used = 0;
  #mids = 0;

  /** Memory of the rows, without `#farTimes`. */
  get byteLength(): number {
    const bytesOf = ({ hashes, times, nexts, flags }: Page) =>
      hashes.byteLength + times.byteLength + nexts.byteLength + flags.byteLength;
    return this.#pages.reduce((sum, page) => sum + (page ? bytesOf(page) : 0), this.#slots.byteLength);
  }

  /** Returns the hash of the `mid` of a row, or 0 if there is no such row. */
  hashOf(row: number): number {
    return this.#pageOf(row)?.hashes[row % PAGE_ROWS] ?? 0;
  }

  /** Returns the time of a row in epoch milliseconds, or NaN if it is unknown. */
  timeOf(row: number): number {
    const page = this.#pageOf(row);
    const time = page?.times[row % PAGE_ROWS] ?? UNKNOWN_TIME;
    if (page === undefined || time === UNKNOWN_TIME) return Number.NaN;
    return time === FAR_TIME ? (this.#farTimes.get(row) ?? Number.NaN) : page.base + time;
  }

  flagsOf(row: number): number {
    return this.#pageOf(row)?.flags[row % PAGE_ROWS] ?? 0;
  }

  setFlags(row: number, flags: number): void {
    const page = this.#pageOf(row);
    if (page !== undefined) page.flags[row % PAGE_ROWS] = flags;
  }

  /** Returns the last row of a `mid`, or 0 if there is none. */
  lastRowOf(hash: number): number {
    return this.#slots[this.#slotOf(hash)] ?? EMPTY;
  }

  /** Returns the next row of the same `mid`. The first row follows the last one. */
  nextOf(row: number): number {
    return this.#pageOf(row)?.nexts[row % PAGE_ROWS] ?? 0;
  }

  /**
   * Adds a new row. Takes constant time, unless the `mid` has a later row.
   * Returns the last row that the `mid` had before, or 0 if there was none.
   */
  add(row: number, hash: number, time: number | null, flags: number): number {
    const page = this.#createPage(row);
    const index = row % PAGE_ROWS;
    page.rows += 1;
    page.hashes[index] = hash;
    page.flags[index] = flags;
    this.#setTime(page, row, time);
    const slot = this.#slotOf(hash);
    const last = this.#slots[slot] ?? EMPTY;
    if (last === EMPTY) {
      page.nexts[index] = row;
      this.#addMid(slot, row);
      return EMPTY;
    }
    let previous = last;
    if (row < last) for (let next = this.nextOf(last); next < row; next = this.nextOf(next)) previous = next;
    this.#setNext(row, this.nextOf(previous));
    this.#setNext(previous, row);
    if (row > last) this.#slots[slot] = row;
    return last;
  }

  /** Changes the time and the flags of an existing row. */
  update(row: number, time: number | null, flags: number): void {
    const page = this.#createPage(row);
    page.flags[row % PAGE_ROWS] = flags;
    this.#setTime(page, row, time);
  }

  /** Removes the rows of a `mid` for which the test is true, in one pass over all of them. */
  removeRows(hash: number, isRemoved: (row: number) => boolean): void {
    const slot = this.#slotOf(hash);
    const last = this.#slots[slot] ?? EMPTY;
    if (last === EMPTY) return;
    let [firstRemaining, lastRemaining] = [EMPTY, EMPTY];
    let row = this.nextOf(last);
    for (let isOver = false; !isOver; ) {
      const next = this.nextOf(row);
      isOver = row === last;
      if (isRemoved(row)) this.#forget(row);
      else {
        if (lastRemaining === EMPTY) firstRemaining = row;
        else this.#setNext(lastRemaining, row);
        lastRemaining = row;
      }
      row = next;
    }
    if (lastRemaining === EMPTY) {
      this.#slots[slot] = REMOVED;
      this.#mids -= 1;
      return;
    }
    this.#setNext(lastRemaining, firstRemaining);
    this.#slots[slot] = lastRemaining;
  }

  #pageOf(row: number): Page | undefined {
    return this.#pages[Math.floor(row / PAGE_ROWS)];
  }

  #createPage(row: number): Page {
    const number = Math.floor(row / PAGE_ROWS);
    const existingPage = this.#pages[number];
    if (existingPage !== undefined) return existingPage;
    const page = {
      hashes: new Float64Array(PAGE_ROWS),
      times: new Uint32Array(PAGE_ROWS),
      nexts: new Uint32Array(PAGE_ROWS),
      flags: new Uint8Array(PAGE_ROWS),
      base: Number.NaN,
      rows: 0,
    };
    if (number >= this.#pages.length) this.#dropEmptyPage(this.#pages.length - 1);
    this.#pages[number] = page;
    return page;
  }

  #forget(row: number): void {
    const page = this.#pageOf(row);
    if (page === undefined) return;
    page.hashes[row % PAGE_ROWS] = 0;
    this.#farTimes.delete(row);
    page.rows -= 1;
    // The last page is kept, because it would be created again for the next row.
    if (page !== this.#pages.at(-1)) this.#dropEmptyPage(Math.floor(row / PAGE_ROWS));
  }

  #dropEmptyPage(number: number): void {
    if (this.#pages[number]?.rows === 0) this.#pages[number] = undefined;
  }

  #setNext(row: number, next: number): void {
    const page = this.#pageOf(row);
    if (page !== undefined) page.nexts[row % PAGE_ROWS] = next;
  }

  #setTime(page: Page, row: number, time: number | null): void {
    this.#farTimes.delete(row);
    if (time !== null && Number.isNaN(page.base)) page.base = Math.round(time) - HALF_RANGE_MS;
    const offset = time === null ? UNKNOWN_TIME : time - page.base;
    const isNear = time === null || (Number.isInteger(offset) && offset >= 0 && offset < FAR_TIME);
    page.times[row % PAGE_ROWS] = isNear ? offset : FAR_TIME;
    if (!isNear) this.#farTimes.set(row, time);
  }

  /** Returns the slot of a `mid`, or the empty slot to insert it. */
  #slotOf(hash: number): number {
    const count = this.#slots.length;
    let slot = Math.floor((mix(hash) * count) / 2 ** 32);
    for (;;) {
      const row = this.#slots[slot] ?? EMPTY;
      if (row === EMPTY || (row !== REMOVED && this.hashOf(row) === hash)) return slot;
      slot = slot + 1 === count ? 0 : slot + 1;
    }
  }

  #addMid(slot: number, row: number): void {
    this.#slots[slot] = row;
    this.#used += 1;
    this.#mids += 1;
    if (this.#used > this.#slots.length * MAX_LOAD) this.#resize();
  }

  #resize(): void {
    const rows = this.#slots;
    this.#slots = new Uint32Array(Math.max(MIN_SLOTS, Math.ceil(this.#mids / NEW_LOAD)));
    for (const row of rows) if (row !== EMPTY && row !== REMOVED) this.#slots[this.#slotOf(this.hashOf(row))] = row;
    this.#used = this.#mids;
  }
}

/** Spreads a hash over 32 bits (finalizer of MurmurHash3), because numbered `mid`s have hashes close to each other. */
function mix(hash: number): number {
  let bits = Math.floor(hash / 2 ** 21) ^ ((hash % 2 ** 21) << 11);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
