import { compareEvents } from './event-order';
import type { SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** How the findings of an audit changed. */
export interface FindingChange {
  readonly found: readonly SessionFinding[];
  /** Keys of the findings that no longer apply. */
  readonly withdrawn: readonly string[];
}

/** The findings that one part of an audit added and withdrew. */
export interface FindingLayer {
  /** The first event of the part, or the position of a part without events. */
  readonly from: SessionEvent | 'first' | 'last';
  /** The findings by key; `null` for a withdrawn finding. */
  readonly changes: Map<string, SessionFinding | null>;
}

/**
 * The current findings, in layers. Upper layers override lower ones.
 * A layer can be dropped to repeat a part of an audit.
 */
export class FindingJournal {
  /** Layers that change each key, usually one. */
  readonly #layers = new Map<string, FindingLayer[]>();
  /** The findings at the last {@link takeChange}, for the keys that have changed since. */
  #touched = new Map<string, SessionFinding | null>();
  #current: FindingLayer = { from: 'first', changes: new Map() };
  /** The findings of {@link setAfterDeletions}. */
  #deferred: SessionFinding[] = [];

  /** Creates a layer for the next findings. */
  begin(from: FindingLayer['from']): FindingLayer {
    this.#current = { from, changes: new Map() };
    return this.#current;
  }

  /** Adds the next findings to an existing layer. */
  resume(layer: FindingLayer): void {
    this.#current = layer;
  }

  /** Reverts all changes of a layer. */
  drop({ changes }: FindingLayer): void {
    for (const key of changes.keys()) {
      this.#touch(key);
      this.#removeLayer(key, changes);
    }
    changes.clear();
  }

  /** Adds a finding, or replaces the finding with the same key. */
  set(finding: SessionFinding): void {
    this.#change(findingKey(finding), finding);
  }

  /**
   * Adds a finding at the next {@link takeChange}.
   * For a row that may have moved from another part of the audit, which then deletes its finding with the same key.
   */
  setAfterDeletions(finding: SessionFinding): void {
    this.#deferred.push(finding);
  }

  /** Withdraws a finding. Does nothing if there is none. */
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

  /** Returns the changes since the last call. */
  takeChange(): FindingChange {
    for (const finding of this.#deferred) this.set(finding);
    this.#deferred = [];
    if (this.#touched.size === 0) return NO_CHANGE;
    const findings: SessionFinding[] = [];
    const withdrawn: string[] = [];
    for (const [key, before] of this.#touched) {
      const now = this.#find(key);
      if (now === null) {
        if (before !== null) withdrawn.push(key);
      } else if (before !== now && JSON.stringify(before) !== JSON.stringify(now)) findings.push(now);
    }
    this.#touched = new Map();
    return { found: findings, withdrawn };
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

  #removeLayer(key: string, changes: FindingLayer['changes']): void {
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

/** Returns the key of a finding. A row has at most one finding with each code. */
export function findingKey({ code, rows }: Pick<SessionFinding, 'code' | 'rows'>): string {
  return `${code} ${rows[0]}`;
}
