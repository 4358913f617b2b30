/** A set of mostly consecutive rows. It takes 16 bytes per run of rows. */
export class RowRuns {
  /** First and last row of each run. Runs may overlap. */
  #bounds: number[] = [];
  #isSorted = true;

  /** Number of runs. */
  get length(): number {
    return this.#bounds.length / 2;
  }

  add(row: number): void {
    this.#addRun(row, row);
  }

  addAll(other: RowRuns): void {
    const bounds = other.#bounds;
    for (let index = 0; index < bounds.length; index += 2) this.#addRun(bounds[index] ?? 0, bounds[index + 1] ?? 0);
  }

  /** Returns the first and the last row of each run, sorted and without overlaps. */
  toRuns(): readonly (readonly [number, number])[] {
    this.#sort();
    return Array.from({ length: this.length }, (_, at) => [this.#bounds[2 * at] ?? 0, this.#bounds[2 * at + 1] ?? 0]);
  }

  #addRun(first: number, last: number): void {
    const bounds = this.#bounds;
    const end = bounds.length - 1;
    const previous = bounds[end];
    if (previous !== undefined && first === previous + 1) {
      bounds[end] = last;
      return;
    }
    if (previous !== undefined && first <= previous) this.#isSorted = false;
    bounds.push(first, last);
  }

  #sort(): void {
    if (this.#isSorted) return;
    const bounds = this.#bounds;
    const runs = Array.from(
      { length: this.length },
      (_, at) => [bounds[2 * at] ?? 0, bounds[2 * at + 1] ?? 0] as const,
    );
    runs.sort(([one], [other]) => one - other);
    this.#bounds = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const [from, to] of runs) {
      if (to <= last) continue;
      this.#addRun(Math.max(from, last + 1), to);
      last = to;
    }
    this.#isSorted = true;
  }
}
