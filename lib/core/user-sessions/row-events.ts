import type { SessionEvent } from './session-event';

const CHUNK_ROWS = 1_024;

/** Events by row, in chunks, because resizing one map of 100,000 rows would take 10 ms. */
export class RowEvents {
  readonly #chunks = new Map<number, Map<number, SessionEvent>>();

  get(row: number): SessionEvent | undefined {
    return this.#chunks.get(Math.floor(row / CHUNK_ROWS))?.get(row);
  }

  set(row: number, event: SessionEvent): void {
    const index = Math.floor(row / CHUNK_ROWS);
    const chunk = this.#chunks.get(index);
    if (chunk === undefined) this.#chunks.set(index, new Map([[row, event]]));
    else chunk.set(row, event);
  }

  delete(row: number): void {
    const index = Math.floor(row / CHUNK_ROWS);
    const chunk = this.#chunks.get(index);
    if (chunk?.delete(row) && chunk.size === 0) this.#chunks.delete(index);
  }
}
