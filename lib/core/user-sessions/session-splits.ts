import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { type FindingChange, FindingJournal } from './finding-journal';
import type { RowEvents } from './row-events';
import { originKey, type SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** The rows of one log-in session and one origin, in their order. Some may have been removed. */
interface Part {
  readonly rows: number[];
}

/** The parts of a log-in session by the keys of their origins. */
interface Visit {
  readonly sid: string;
  readonly parts: Map<string, Part>;
  readonly changed: Set<string>;
  /** The rows that the findings are about, by the same keys. */
  readonly found: Map<string, number>;
  whole: SessionEvent | null;
}

/**
 * Finds events of one `context.sid` that the job counts apart, as their did, channel or producer differs.
 * Each such origin but that of the first row has one finding, about its first row.
 */
export class SessionSplits {
  readonly #journal = new FindingJournal();
  readonly #events: Pick<RowEvents, 'get'>;
  readonly #visits = new Map<string, Visit>();
  readonly #changed = new Set<Visit>();

  /** @param events those that are there, by their rows. It changes. */
  constructor(events: Pick<RowEvents, 'get'>) {
    this.#events = events;
  }

  /** Call after an event was added. */
  add(event: SessionEvent): void {
    if (event.sid === '') return;
    const visit = this.#visits.get(event.sid) ?? createVisit(event.sid);
    this.#visits.set(event.sid, visit);
    const key = originKey(event.origin);
    const part = visit.parts.get(key);
    if (part === undefined) visit.parts.set(key, { rows: [event.row] });
    else {
      // Only the first row matters: most others need not be noted as a change.
      const first = part.rows[0] ?? Number.POSITIVE_INFINITY;
      insertRow(part.rows, event.row);
      if (event.row > first) return;
    }
    this.#note(visit, key);
  }

  /** Call after an event was removed. */
  remove(event: SessionEvent): void {
    const visit = this.#visits.get(event.sid);
    const key = originKey(event.origin);
    if (visit?.parts.get(key)?.rows[0] === event.row) this.#note(visit, key);
  }

  /** Returns how the findings changed since the last call. */
  settle(): FindingChange {
    for (const visit of this.#changed) this.#settleVisit(visit);
    this.#changed.clear();
    return this.#journal.takeChange();
  }

  #note(visit: Visit, key: string): void {
    visit.changed.add(key);
    this.#changed.add(visit);
  }

  #settleVisit(visit: Visit): void {
    for (const key of visit.changed) this.#dropRemoved(visit, key);
    const { whole } = visit;
    visit.whole = this.#findFirst(visit);
    for (const key of visit.whole === whole ? visit.changed : visit.parts.keys()) this.#settlePart(visit, key);
    for (const key of visit.changed) if (!visit.parts.has(key)) this.#settlePart(visit, key);
    visit.changed.clear();
    if (visit.parts.size === 0) this.#visits.delete(visit.sid);
  }

  /** Drops the first rows of a part that are not there any more. */
  #dropRemoved({ sid, parts }: Visit, key: string): void {
    const rows = parts.get(key)?.rows ?? [];
    const first = rows.findIndex((row) => this.#isThere(row, sid, key));
    if (first === -1) parts.delete(key);
    else if (first > 0) rows.splice(0, first);
  }

  #isThere(row: number, sid: string, key: string): boolean {
    const event = this.#events.get(row);
    return event !== undefined && event.sid === sid && originKey(event.origin) === key;
  }

  #findFirst({ parts, whole, changed }: Visit): SessionEvent | null {
    const isWholeThere = whole !== null && this.#events.get(whole.row) === whole;
    const rows = [...(isWholeThere ? changed : parts.keys())].flatMap((key) => parts.get(key)?.rows[0] ?? []);
    const first = rows.reduce(
      (least, row) => Math.min(least, row),
      isWholeThere ? whole.row : Number.POSITIVE_INFINITY,
    );
    return this.#events.get(first) ?? null;
  }

  #settlePart({ parts, found, whole }: Visit, key: string): void {
    const row = parts.get(key)?.rows[0];
    const part = row === undefined ? undefined : this.#events.get(row);
    const known = found.get(key);
    const isSplit = part !== undefined && whole !== null && part.row !== whole.row;
    if (known !== undefined && (!isSplit || known !== row)) {
      this.#journal.delete('session-split', known);
      found.delete(key);
    }
    if (!isSplit) return;
    this.#journal.set(splitFinding(whole, part));
    found.set(key, part.row);
  }
}

function createVisit(sid: string): Visit {
  return { sid, parts: new Map(), changed: new Set(), found: new Map(), whole: null };
}

function insertRow(rows: number[], row: number): void {
  const last = rows.at(-1);
  if (last === undefined || last < row) {
    rows.push(row);
    return;
  }
  const before = rows.findLastIndex((other) => other <= row);
  if (rows[before] !== row) rows.splice(before + 1, 0, row);
}

/** Returns the finding about a part: its origin is not that of the first event of the log-in session. */
export function splitFinding(whole: SessionEvent, part: SessionEvent): SessionFinding {
  const names = ['did', 'channel', 'producer'] as const;
  const by = names.find((name) => whole.origin[name] !== part.origin[name]) ?? 'did';
  const path = by === 'producer' ? ['context', 'pdata', 'id'] : ['context', by];
  const params = { reason: 'session-split', by } as const;
  const rows = [part.row, whole.row] as const;
  return { ruleSet: SESSION_RULE_SET, severity: 'warning', code: 'session-split', path, params, rows };
}
