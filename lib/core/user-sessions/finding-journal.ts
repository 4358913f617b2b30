import type { SessionFinding } from './session-finding';

/** How the findings of an audit changed. */
export interface FindingChange {
  readonly found: readonly SessionFinding[];
  /** Keys of the findings that hold no longer. */
  readonly withdrawn: readonly string[];
}

/** The findings that hold, with their history, so that an audit can go back to an earlier state. */
export class FindingJournal {
  readonly #findings = new Map<string, SessionFinding>();
  readonly #history: { readonly key: string; readonly before: SessionFinding | undefined }[] = [];
  /** What held at the last {@link takeChange}, of the keys that changed since. */
  #touched = new Map<string, SessionFinding | undefined>();

  /** How many steps can be undone. */
  get length(): number {
    return this.#history.length;
  }

  /** Adds a finding, or replaces the one with its key. */
  set(finding: SessionFinding): void {
    this.#change(findingKey(finding), finding);
  }

  /** Withdraws a finding. One that does not hold does not matter. */
  delete(code: SessionFinding['code'], row: number): void {
    const key = `${code} ${row}`;
    if (this.#findings.has(key)) this.#change(key, undefined);
  }

  /** Undoes all steps after the first ones. */
  rewind(length: number): void {
    for (let last = this.#history.length; last > length; last -= 1) {
      const step = this.#history.pop();
      if (step !== undefined) this.#put(step.key, step.before);
    }
  }

  /** Makes the steps before final. */
  forgetHistory(): void {
    this.#history.length = 0;
  }

  /** Returns what changed since the last call. */
  takeChange(): FindingChange {
    if (this.#touched.size === 0) return NO_CHANGE;
    const found: SessionFinding[] = [];
    const withdrawn: string[] = [];
    for (const [key, before] of this.#touched) {
      const now = this.#findings.get(key);
      if (now === undefined) {
        if (before !== undefined) withdrawn.push(key);
      } else if (before !== now && JSON.stringify(before) !== JSON.stringify(now)) found.push(now);
    }
    this.#touched = new Map();
    return { found, withdrawn };
  }

  #change(key: string, finding: SessionFinding | undefined): void {
    this.#history.push({ key, before: this.#findings.get(key) });
    this.#put(key, finding);
  }

  #put(key: string, finding: SessionFinding | undefined): void {
    if (!this.#touched.has(key)) this.#touched.set(key, this.#findings.get(key));
    if (finding === undefined) this.#findings.delete(key);
    else this.#findings.set(key, finding);
  }
}

const NO_CHANGE: FindingChange = { found: [], withdrawn: [] };

/** The same for as long as a finding is about the same row. A rule finds something in a row once. */
export function findingKey({ code, rows }: Pick<SessionFinding, 'code' | 'rows'>): string {
  return `${code} ${rows[0]}`;
}
