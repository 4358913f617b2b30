import type { JsonPath } from '#core/json/json';
import type { Severity } from '#core/telemetry/findings';
import { originKey, type SessionEvent } from './session-event';
import type { SessionSettings } from './session-settings';
import { SessionStack } from './session-stack';
import { roundToHundredths } from './user-session-summary';

/** The fields of a SUMMARY that the audit computes again. */
const summaryFields = ['starttime', 'endtime', 'timespent', 'pageviews', 'interactions'] as const;
type SummaryField = (typeof summaryFields)[number];

/** What the audit finds, with the parameters of its sentence. */
export type SessionFault =
  | { readonly code: 'end-without-start'; readonly params: { readonly type: string } }
  | { readonly code: 'start-twice'; readonly params: { readonly type: string } }
  | { readonly code: 'never-ended' | 'not-ended-yet'; readonly params: { readonly type: string } }
  | { readonly code: 'end-differs'; readonly params: { readonly start: string; readonly end: string } }
  | { readonly code: 'wrong-nesting'; readonly params: { readonly type: string; readonly inner: string } }
  | {
      readonly code: 'duration-differs' | 'duration-milliseconds' | 'duration-epoch';
      readonly params: { readonly reported: number; readonly computed: number };
    }
  | {
      readonly code: `summary-${SummaryField}`;
      readonly params: { readonly reported: number; readonly computed: number };
    }
  | { readonly code: 'session-split'; readonly params: { readonly by: 'did' | 'channel' | 'producer' } }
  | { readonly code: 'ets-against-calls'; readonly params: { readonly gap: number } }
  | { readonly code: 'page-not-impressed'; readonly params: { readonly page: string } };

/** A finding of the audit: plain data. */
export type SessionFinding = SessionFault & {
  readonly severity: Severity;
  readonly path: JsonPath;
  /** First the row that the finding is about, then those that it refers to. */
  readonly rows: readonly [number, ...number[]];
};

/** A session that a START of its own opened, with the totals of its origin before it. */
interface Started {
  readonly event: SessionEvent;
  readonly before: Totals;
  isBroken: boolean;
  ended: { readonly totals: Totals; readonly ets: number } | null;
}

interface Totals {
  readonly events: number;
  readonly seconds: number;
  readonly pageviews: number;
  readonly interactions: number;
}

/** Rows that a finding names: more would say nothing. */
const MAX_ROWS = 10;
const DURATION_TOLERANCE_SECONDS = 1;
/** The job rounds each step to 0.01 s. */
const ROUNDING_SECONDS = 0.005;
/** In seconds, that is the year 2001; no session lasts so long. */
const MIN_EPOCH = 1e9;

/**
 * Audits the events of one origin, in the order of `ets`.
 *
 * @param isEnd whether no event will follow: only then is a session that is open worth an info.
 */
export function auditEvents(
  events: readonly SessionEvent[],
  settings: SessionSettings,
  isEnd: boolean,
): readonly SessionFinding[] {
  const [first] = events;
  if (first === undefined) return [];
  const audit = new OriginAudit(first, settings);
  for (const event of events) audit.add(event);
  return audit.end(isEnd);
}

/**
 * Finds events of one `context.sid` that the job counts apart, as their did, channel or producer differs.
 * Each such origin but that of the first row has one finding, about its first row.
 */
export function auditOrigins(events: Iterable<SessionEvent>): readonly SessionFinding[] {
  const sids = new Map<string, Map<string, SessionEvent>>();
  for (const event of events) {
    if (event.sid === '') continue;
    const firsts = sids.get(event.sid) ?? new Map<string, SessionEvent>();
    sids.set(event.sid, firsts);
    const key = originKey(event.origin);
    const first = firsts.get(key);
    if (first === undefined || event.row < first.row) firsts.set(key, event);
  }
  return [...sids.values()].flatMap((firsts) => {
    const [whole, ...parts] = [...firsts.values()].sort((one, other) => one.row - other.row);
    return whole === undefined ? [] : parts.map((part) => splitFinding(whole, part));
  });
}

function splitFinding(whole: SessionEvent, part: SessionEvent): SessionFinding {
  const names = ['did', 'channel', 'producer'] as const;
  const by = names.find((name) => whole.origin[name] !== part.origin[name]) ?? 'did';
  const path = by === 'producer' ? ['context', 'pdata', 'id'] : ['context', by];
  return { severity: 'warning', code: 'session-split', path, params: { by }, rows: [part.row, whole.row] };
}

class OriginAudit {
  readonly #settings: SessionSettings;
  readonly #stack: SessionStack;
  readonly #findings: SessionFinding[] = [];
  /** The sessions on the stack. `null` for an app session without a START of its own. */
  #open: (Started | null)[] = [];
  #lastEnded: Started | null = null;
  #previous: SessionEvent | null = null;
  #totals: Totals = { events: 0, seconds: 0, pageviews: 0, interactions: 0 };
  #impressed = new Set<string>();
  #unseen = new Map<string, number[]>();

  constructor({ origin }: SessionEvent, settings: SessionSettings) {
    this.#settings = settings;
    this.#stack = new SessionStack(origin, settings, () => {});
  }

  add(event: SessionEvent): void {
    const previous = this.#previous;
    const gap = previous === null ? 0 : (event.ets - previous.ets) / 1_000;
    if (previous !== null && previous.row > event.row && gap > 0) {
      this.#find('info', ['ets'], [previous.row, event.row], { code: 'ets-against-calls', params: { gap } });
    }
    if (gap > this.#settings.breakSeconds && event.type?.toLowerCase() !== 'app') {
      for (const session of this.#open) if (session !== null) session.isBroken = true;
    }
    if (event.eid === 'SUMMARY') this.#checkSummary(event, gap);
    this.#count(event, gap);
    if (event.eid === 'START') this.#start(event);
    else if (event.eid === 'END') this.#endSession(event);
    else this.#addOther(event);
    this.#previous = event;
  }

  end(isEnd: boolean): readonly SessionFinding[] {
    for (const session of this.#open) {
      if (session?.isBroken) this.#findNeverEnded(session);
      else if (session !== null && isEnd) {
        const params = { type: nameOf(session.event) };
        this.#find('info', ['edata', 'type'], [session.event.row], { code: 'not-ended-yet', params });
      }
    }
    this.#reportUnseen();
    return this.#findings;
  }

  #start(event: SessionEvent): void {
    const same = this.#open.findLast((session) => session !== null && isSame(session.event, event));
    if (same) {
      const params = { type: nameOf(event) };
      this.#find('warning', ['edata', 'type'], [event.row, same.event.row], { code: 'start-twice', params });
    }
    const wasClosed = this.#stack.depth === 0;
    if (wasClosed) this.#beginApp();
    this.#stack.add(event);
    const depth = this.#stack.depth - 1;
    for (const inner of this.#open.slice(depth)) if (inner !== null && inner !== same) this.#findNeverEnded(inner);
    this.#open.length = Math.min(this.#open.length, depth);
    while (this.#open.length < depth) this.#open.push(null);
    // The START is an event of its session.
    const before = { ...this.#totals, events: this.#totals.events - 1 };
    this.#open.push({ event, before, isBroken: false, ended: null });
  }

  #endSession(event: SessionEvent): void {
    const place = this.#open.findLastIndex((session) => session !== null && isSame(session.event, event));
    const depth = this.#stack.depth;
    this.#stack.add(event);
    if (this.#stack.depth === depth || place === -1) this.#reportUnpaired(event);
    const ended = this.#open[place] ?? null;
    if (ended !== null) {
      this.#reportNesting(event, this.#open.slice(place + 1));
      this.#checkDuration(event, ended.event);
      ended.ended = { totals: this.#totals, ets: event.ets };
      this.#lastEnded = ended;
    }
    this.#open.length = Math.min(this.#open.length, this.#stack.depth);
  }

  #reportUnpaired(event: SessionEvent): void {
    const other =
      this.#open.findLast((session) => session !== null && isSameText(session.event.type, event.type)) ??
      this.#open.findLast((session) => session !== null && session.event.mode === event.mode);
    if (other) {
      const params = { start: nameOf(other.event), end: nameOf(event) };
      const path = ['edata', isSameText(other.event.type, event.type) ? 'mode' : 'type'];
      this.#find('error', path, [event.row, other.event.row], { code: 'end-differs', params });
    } else {
      const params = { type: nameOf(event) };
      this.#find('error', ['edata', 'type'], [event.row], { code: 'end-without-start', params });
    }
  }

  #reportNesting(event: SessionEvent, inner: readonly (Started | null)[]): void {
    const open = inner.flatMap((session) => session?.event ?? []);
    const [first] = open;
    if (first === undefined) return;
    const params = { type: nameOf(event), inner: nameOf(first) };
    const rows = open.slice(0, MAX_ROWS).map(({ row }) => row);
    this.#find('warning', ['edata', 'type'], [event.row, ...rows], { code: 'wrong-nesting', params });
  }

  #checkDuration(end: SessionEvent, start: SessionEvent): void {
    const reported = end.reported?.duration;
    const computed = (end.ets - start.ets) / 1_000;
    if (reported === undefined || isNear(reported, computed, DURATION_TOLERANCE_SECONDS)) return;
    const isInMs = isNear(reported / 1_000, computed, DURATION_TOLERANCE_SECONDS);
    const code = isInMs ? 'duration-milliseconds' : reported >= MIN_EPOCH ? 'duration-epoch' : 'duration-differs';
    this.#find('warning', ['edata', 'duration'], [end.row, start.row], { code, params: { reported, computed } });
  }

  /** A SUMMARY comes before the END of its session or after it. */
  #checkSummary(event: SessionEvent, gap: number): void {
    const { reported } = event;
    const isOfIt = (session: Started | null) => session !== null && isSameText(session.event.type, event.type);
    const session =
      this.#open.findLast(isOfIt) ??
      (isOfIt(this.#lastEnded) ? this.#lastEnded : null) ??
      this.#open.findLast((open) => open !== null);
    if (reported === null || !session) return;
    const totals = session.ended?.totals ?? this.#totals;
    const lastEts = session.ended?.ets ?? this.#previous?.ets ?? event.ets;
    const idleless = session.ended !== null || gap > this.#settings.idleSeconds ? 0 : gap;
    const events = totals.events - session.before.events;
    const seconds = totals.seconds - session.before.seconds;
    // The SUMMARY itself may be the last event of its session, or not.
    const computed: Readonly<Record<SummaryField, readonly [without: number, withIt: number, tolerance: number]>> = {
      starttime: [session.event.ets, session.event.ets, 1_000 * ROUNDING_SECONDS * events],
      endtime: [lastEts, event.ets, 1_000 * ROUNDING_SECONDS * events],
      timespent: [seconds, seconds + idleless, ROUNDING_SECONDS * events],
      pageviews: both(totals.pageviews - session.before.pageviews),
      interactions: both(totals.interactions - session.before.interactions),
    };
    for (const field of summaryFields) {
      const value = reported[field];
      const [without, withIt, tolerance] = computed[field];
      if (value === undefined || isNear(value, without, tolerance) || isNear(value, withIt, tolerance)) continue;
      const params = { reported: value, computed: roundToHundredths(withIt) };
      const rows = [event.row, session.event.row] as const;
      this.#find('warning', ['edata', field], rows, { code: `summary-${field}`, params });
    }
  }

  #count({ eid }: SessionEvent, gap: number): void {
    const { events, seconds, pageviews, interactions } = this.#totals;
    this.#totals = {
      events: events + 1,
      seconds: seconds + (gap > this.#settings.idleSeconds ? 0 : gap),
      pageviews: pageviews + (eid === 'IMPRESSION' ? 1 : 0),
      interactions: interactions + (eid === 'INTERACT' ? 1 : 0),
    };
  }

  #addOther(event: SessionEvent): void {
    if (this.#stack.depth === 0) this.#beginApp();
    this.#stack.add(event);
    if (this.#open.length === 0) this.#open.push(null);
    const { eid, pageId, row } = event;
    if (pageId === null || pageId === '') return;
    if (eid === 'IMPRESSION') {
      this.#impressed.add(pageId);
      this.#unseen.delete(pageId);
    } else if (eid === 'INTERACT' && !this.#impressed.has(pageId)) {
      const rows = this.#unseen.get(pageId);
      if (rows === undefined) this.#unseen.set(pageId, [row]);
      else if (rows.length < MAX_ROWS) rows.push(row);
    }
  }

  #beginApp(): void {
    this.#reportUnseen();
    this.#open = [];
    this.#impressed = new Set();
    this.#unseen = new Map();
  }

  #reportUnseen(): void {
    for (const [page, [row, ...others]] of this.#unseen) {
      if (row === undefined) continue;
      this.#find('warning', ['edata', 'pageid'], [row, ...others], { code: 'page-not-impressed', params: { page } });
    }
  }

  #findNeverEnded({ event }: Started): void {
    const params = { type: nameOf(event) };
    this.#find('warning', ['edata', 'type'], [event.row], { code: 'never-ended', params });
  }

  #find(severity: Severity, path: JsonPath, rows: SessionFinding['rows'], fault: SessionFault): void {
    this.#findings.push({ severity, path, rows, ...fault });
  }
}

function both(value: number): readonly [number, number, number] {
  return [value, value, 0];
}

function isSame(one: SessionEvent, other: SessionEvent): boolean {
  return isSameText(one.type, other.type) && one.mode === other.mode;
}

function isSameText(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}

/** `content · play`, as lists of sessions name it. */
function nameOf({ type, mode }: SessionEvent): string {
  return mode === '' ? (type ?? '') : `${type ?? ''} · ${mode}`;
}
