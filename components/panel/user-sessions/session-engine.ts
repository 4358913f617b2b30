import type { JudgedRecord } from '#core/stream/judged-record';
import type { StreamChange, StreamFinding } from '#core/stream/stream-rule';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { type Finding, SESSION_RULE_SET } from '#core/telemetry/findings';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { UserSessions } from '#core/user-sessions/user-sessions';
import type { PredictedCount } from './rejected-events';

/** Computes the sessions of a list's events, and audits them. */
export class SessionEngine {
  readonly sessions = new UserSessions();
  readonly #reader = new SessionEventReader();
  readonly #audit = createUserSessionRule<SessionEvent>((event) => event);
  readonly #findings = new Map<string, SessionFinding>();
  /** By the row of a finding. A list of findings is replaced when it changes. */
  readonly #byRow = new Map<number, readonly SessionFinding[]>();
  readonly #countedRows = new Set<number>();
  readonly #auditedRows = new Set<number>();
  readonly #rejectedRows = new Set<number>();
  readonly #predict: (record: JudgedRecord) => PredictedCount;
  readonly countsRejected: boolean;

  /**
   * @param predict returns what the pipeline would do with the event of a record.
   * @param countsRejected whether sessions count the event whatever the pipeline would do.
   */
  constructor(predict: (record: JudgedRecord) => PredictedCount, countsRejected: boolean) {
    this.#predict = predict;
    this.countsRejected = countsRejected;
  }

  /** Number of events that sessions count. */
  get countedCount(): number {
    return this.#countedRows.size;
  }

  /** Number of events that sessions would count if the pipeline did not reject or drop them. */
  get rejectedCount(): number {
    return this.#rejectedRows.size;
  }

  /** Whether an event is not counted because the pipeline would reject or drop it. */
  isExcluded(row: number): boolean {
    return this.#rejectedRows.has(row) && !this.#countedRows.has(row);
  }

  /** The rows with findings. */
  get rows(): Iterable<number> {
    return this.#byRow.keys();
  }

  /** Returns the findings about a row. The list is the same object until it changes. */
  findingsOf(row: number): readonly SessionFinding[] {
    return this.#byRow.get(row) ?? NO_FINDINGS;
  }

  /** Reads new and changed records. Returns the rows whose findings have changed. */
  read(records: readonly JudgedRecord[]): ReadonlySet<number> {
    const [counted, audited] = [new EventChange(), new EventChange()];
    for (const record of records) {
      const { row, event } = record;
      const result = event === null ? null : this.#reader.read(event.json, row);
      const sessionEvent = result?.ok ? result.value : null;
      const predicted = sessionEvent === null ? 'counted' : this.#predict(record);
      if (predicted === 'counted') this.#rejectedRows.delete(row);
      else this.#rejectedRows.add(row);
      const isCounted = predicted === 'counted' || this.countsRejected;
      // The audit explains missing sessions, so that it also reads invalid START events.
      const isAudited = isCounted || predicted === 'invalid';
      counted.record(row, isCounted ? sessionEvent : null, this.#countedRows);
      audited.record(row, isAudited ? sessionEvent : null, this.#auditedRows);
    }
    const changed = new Set<number>();
    if (counted.removed.length > 0) this.sessions.remove(counted.removed);
    if (counted.added.length > 0) this.sessions.add(counted.added);
    if (audited.removed.length > 0) this.#applyChange(this.#audit.remove(audited.removed), changed);
    if (audited.added.length > 0) this.#applyChange(this.#audit.add(audited.added), changed);
    return changed;
  }

  #applyChange({ found, withdrawn }: StreamChange, changed: Set<number>): void {
    for (const key of withdrawn) {
      const finding = this.#findings.get(key);
      if (finding === undefined) continue;
      this.#findings.delete(key);
      this.#replace(finding, null, changed);
    }
    for (const finding of found) {
      if (!isSessionStreamFinding(finding)) continue;
      const { key, ...withoutKey } = finding;
      this.#replace(this.#findings.get(key) ?? null, withoutKey, changed);
      this.#findings.set(key, withoutKey);
    }
  }

  #replace(before: SessionFinding | null, after: SessionFinding | null, changed: Set<number>): void {
    for (const row of new Set([before, after].flatMap((finding) => finding?.rows[0] ?? []))) {
      const others = (this.#byRow.get(row) ?? []).filter((finding) => finding !== before);
      const list = after !== null && after.rows[0] === row ? [...others, after] : others;
      if (list.length === 0) this.#byRow.delete(row);
      else this.#byRow.set(row, list);
      changed.add(row);
    }
  }
}

const NO_FINDINGS: readonly SessionFinding[] = [];

/** Events that are added and removed in one update. */
class EventChange {
  readonly added: SessionEvent[] = [];
  readonly removed: number[] = [];

  /** @param rows the rows of the events before the change. */
  record(row: number, event: SessionEvent | null, rows: Set<number>): void {
    if (event !== null) {
      this.added.push(event);
      rows.add(row);
    } else if (rows.delete(row)) this.removed.push(row);
  }
}

type SessionStreamFinding = Extract<StreamFinding, { readonly ruleSet: typeof SESSION_RULE_SET }>;

function isSessionStreamFinding(finding: StreamFinding): finding is SessionStreamFinding {
  return finding.ruleSet === SESSION_RULE_SET;
}

/** Whether a finding comes from the audit of sessions. */
export function isSessionFinding(finding: Finding): finding is Finding & SessionFinding {
  return finding.ruleSet === SESSION_RULE_SET && finding.rows !== undefined;
}
