import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { type FindingChange, FindingJournal } from './finding-journal';
import type { RowEvents } from './row-events';
import { originKey, type SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** The sorted rows of one log-in session and one origin. Some may have been removed. */
interface Part {
  readonly rows: number[];
}

/** A log-in session, with its parts by origin. */
interface LogInSession {
  readonly sid: string;
  readonly parts: Map<string, Part>;
  readonly changed: Set<string>;
  /** The rows that the findings are about, by origin. */
  readonly reportedRows: Map<string, number>;
  first: SessionEvent | null;
}

/**
 * Finds events of one `context.sid` that the job counts separately, because their did, channel or producer differs.
 * Each origin but that of the first event has one finding, about its first row.
 */
export class SessionSplits {
  readonly #journal = new FindingJournal();
  readonly #events: Pick<RowEvents, 'get'>;
  readonly #sessions = new Map<string, LogInSession>();
  readonly #changed = new Set<LogInSession>();

  /** @param events the current events by row. */
  constructor(events: Pick<RowEvents, 'get'>) {
    this.#events = events;
  }

  /** Call after an event was added. */
  add(event: SessionEvent): void {
    if (event.sid === '') return;
    const session = this.#sessions.get(event.sid) ?? createLogInSession(event.sid);
    this.#sessions.set(event.sid, session);
    const key = originKey(event.origin);
    const part = session.parts.get(key);
    if (part === undefined) session.parts.set(key, { rows: [event.row] });
    else {
      // Findings depend on the first row only.
      const first = part.rows[0] ?? Number.POSITIVE_INFINITY;
      insertRow(part.rows, event.row);
      if (event.row > first) return;
    }
    this.#setChanged(session, key);
  }

  /** Call after an event was removed. */
  remove(event: SessionEvent): void {
    const session = this.#sessions.get(event.sid);
    const key = originKey(event.origin);
    if (session?.parts.get(key)?.rows[0] === event.row) this.#setChanged(session, key);
  }

  /** Returns how the findings changed since the last call. */
  takeChange(): FindingChange {
    for (const session of this.#changed) this.#updateSession(session);
    this.#changed.clear();
    return this.#journal.takeChange();
  }

  #setChanged(session: LogInSession, key: string): void {
    session.changed.add(key);
    this.#changed.add(session);
  }

  #updateSession(session: LogInSession): void {
    for (const key of session.changed) this.#dropRemoved(session, key);
    const { first } = session;
    session.first = this.#findFirst(session);
    for (const key of session.first === first ? session.changed : session.parts.keys()) this.#updatePart(session, key);
    for (const key of session.changed) if (!session.parts.has(key)) this.#updatePart(session, key);
    session.changed.clear();
    if (session.parts.size === 0) this.#sessions.delete(session.sid);
  }

  /** Drops removed rows from the beginning of a part. */
  #dropRemoved({ sid, parts }: LogInSession, key: string): void {
    const rows = parts.get(key)?.rows ?? [];
    const first = rows.findIndex((row) => this.#hasEvent(row, sid, key));
    if (first === -1) parts.delete(key);
    else if (first > 0) rows.splice(0, first);
  }

  #hasEvent(row: number, sid: string, key: string): boolean {
    const event = this.#events.get(row);
    return event !== undefined && event.sid === sid && originKey(event.origin) === key;
  }

  #findFirst({ parts, first, changed }: LogInSession): SessionEvent | null {
    const isFirstUnchanged = first !== null && this.#events.get(first.row) === first;
    const rows = [...(isFirstUnchanged ? changed : parts.keys())].flatMap((key) => parts.get(key)?.rows[0] ?? []);
    const firstRow = rows.reduce(
      (minimum, row) => Math.min(minimum, row),
      isFirstUnchanged ? first.row : Number.POSITIVE_INFINITY,
    );
    return this.#events.get(firstRow) ?? null;
  }

  #updatePart({ parts, reportedRows, first }: LogInSession, key: string): void {
    const row = parts.get(key)?.rows[0];
    const part = row === undefined ? undefined : this.#events.get(row);
    const reportedRow = reportedRows.get(key);
    const isSplit = part !== undefined && first !== null && part.row !== first.row;
    if (reportedRow !== undefined && (!isSplit || reportedRow !== row)) {
      this.#journal.delete('session-split', reportedRow);
      reportedRows.delete(key);
    }
    if (!isSplit) return;
    this.#journal.setAfterDeletions(splitFinding(first, part));
    reportedRows.set(key, part.row);
  }
}

function createLogInSession(sid: string): LogInSession {
  return { sid, parts: new Map(), changed: new Set(), reportedRows: new Map(), first: null };
}

function insertRow(rows: number[], row: number): void {
  const last = rows.at(-1);
  if (last === undefined || last < row) {
    rows.push(row);
    return;
  }
  const before = findLastIndexAtMost(rows, row, (other) => other);
  if (rows[before] !== row) rows.splice(before + 1, 0, row);
}

/** Returns the finding about a part whose origin differs from that of the first event. */
export function splitFinding(first: SessionEvent, part: SessionEvent): SessionFinding {
  const names = ['did', 'channel', 'producer'] as const;
  const differing = names.find((name) => first.origin[name] !== part.origin[name]) ?? 'did';
  const path = differing === 'producer' ? ['context', 'pdata', 'id'] : ['context', differing];
  const params = { reason: 'session-split', by: differing } as const;
  const rows = [part.row, first.row] as const;
  return { ruleSet: SESSION_RULE_SET, severity: 'warning', code: 'session-split', path, params, rows };
}
