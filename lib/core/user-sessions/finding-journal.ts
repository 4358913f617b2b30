import { compareEvents } from './event-order';
import type { SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** How the findings of an audit changed. */
export interface FindingChange {
  readonly found: readonly SessionFinding[];
  /** Keys of the findings that hold no longer. */
  readonly withdrawn: readonly string[];
}

/** What one part of an audit found and withdrew. */
export interface FindingLayer {
  /** The event that the part begins with, or the place of a part that has none. */
  readonly from: SessionEvent | 'first' | 'last';
  /** By the keys of findings; `null` for one that was withdrawn. */
  readonly changes: Map<string, SessionFinding | null>;
}

/**
 * The findings that hold, in layers: one that is above another decides.
 * A layer can be dropped, so that a part of an audit is done again.
 */
export class FindingJournal {
  /** The layers that have a key: mostly one. */
  readonly #layers = new Map<string, FindingLayer[]>();
  /** What held at the last {@link takeChange}, of the keys that changed since. */
  #touched = new Map<string, SessionFinding | null>();
  #current: FindingLayer = { from: 'first', changes: new Map() };

  /** Makes a layer the one that findings go to, and returns it. */
  begin(from: FindingLayer['from']): FindingLayer {
    this.#current = { from, changes: new Map() };
    return this.#current;
  }

  /** Makes a layer that is there the one that findings go to. */
  resume(layer: FindingLayer): void {
    this.#current = layer;
  }

  /** Takes back what a layer has. */
  drop({ changes }: FindingLayer): void {
    for (const key of changes.keys()) {
      this.#touch(key);
      this.#leave(key, changes);
    }
    changes.clear();
  }

  /** Adds a finding, or replaces the one with its key. */
  set(finding: SessionFinding): void {
    this.#change(findingKey(finding), finding);
  }

  /** Withdraws a finding. One that does not hold does not matter. */
  delete(code: SessionFinding['code'], row: number): void {
    const key = `${code} ${row}`;
    const layers = this.#layers.get(key);
    if (layers === undefined) return;
    if (layers.some((layer) => layer !== this.#current)) this.#change(key, null);
    else {
      this.#touch(key);
      this.#current.changes.delete(key);
      this.#layers.delete(key);
    }
  }

  /** Returns what changed since the last call. */
  takeChange(): FindingChange {
    if (this.#touched.size === 0) return NO_CHANGE;
    const found: SessionFinding[] = [];
    const withdrawn: string[] = [];
    for (const [key, before] of this.#touched) {
      const now = this.#find(key);
      if (now === null) {
        if (before !== null) withdrawn.push(key);
      } else if (before !== now && JSON.stringify(before) !== JSON.stringify(now)) found.push(now);
    }
    this.#touched = new Map();
    return { found, withdrawn };
  }

  #change(key: string, finding: SessionFinding | null): void {
    this.#touch(key);
    const { changes } = this.#current;
    if (!changes.has(key)) {
      const layers = this.#layers.get(key);
      if (layers === undefined) this.#layers.set(key, [this.#current]);
      else layers.push(this.#current);
    }
    changes.set(key, finding);
  }

  #leave(key: string, changes: FindingLayer['changes']): void {
    const others = this.#layers.get(key)?.filter((layer) => layer.changes !== changes) ?? [];
    if (others.length === 0) this.#layers.delete(key);
    else this.#layers.set(key, others);
  }

  #touch(key: string): void {
    if (!this.#touched.has(key)) this.#touched.set(key, this.#find(key));
  }

  #find(key: string): SessionFinding | null {
    const [first, ...others] = this.#layers.get(key) ?? [];
    const top = others.reduce((last, layer) => (last && isAbove(layer, last) ? layer : last), first);
    return top?.changes.get(key) ?? null;
  }
}

const NO_CHANGE: FindingChange = { found: [], withdrawn: [] };

function isAbove({ from: one }: FindingLayer, { from: other }: FindingLayer): boolean {
  if (one === 'first' || other === 'last') return false;
  return one === 'last' || other === 'first' || compareEvents(one, other) > 0;
}

/** The same for as long as a finding is about the same row. A rule finds something in a row once. */
export function findingKey({ code, rows }: Pick<SessionFinding, 'code' | 'rows'>): string {
  return `${code} ${rows[0]}`;
}
