import type { SessionEvent } from './session-event';

const CHUNK_ROWS = 1_024;

/** Events by their rows, in chunks: a map of 100,000 rows takes 10 ms when it grows. */
export class RowEvents {
  readonly #chunks = new Map<number, Map<number, SessionEvent>>();

  get(row: number): SessionEvent | undefined {
    return this.#chunks.get(Math.floor(row / CHUNK_ROWS))?.get(row);
  }

  set(row: number, event: SessionEvent): void {
    const place = Math.floor(row / CHUNK_ROWS);
    const chunk = this.#chunks.get(place);
    if (chunk === undefined) this.#chunks.set(place, new Map([[row, event]]));
    else chunk.set(row, event);
  }

  delete(row: number): void {
    const place = Math.floor(row / CHUNK_ROWS);
    const chunk = this.#chunks.get(place);
    if (chunk?.delete(row) && chunk.size === 0) this.#chunks.delete(place);
  }
}
