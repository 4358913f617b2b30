import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { defineListSection } from '#components/panel/event-list/list-section.ts';
import type { ListChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { StreamChange, StreamFinding, StreamRule } from '#core/stream/stream-rule';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { originKey, type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { findPauses } from '#core/user-sessions/session-outline';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { type SessionPlace, UserSessions } from '#core/user-sessions/user-sessions';
import { appendItems } from '#core/util/append-items';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { createJob, createThrottledJob } from '#core/util/scheduler';

/** A session in the tree, which is flat: a session comes before those in it. */
export interface ListedSession {
  readonly key: string;
  readonly summary: SessionSummary;
  /** From 1, which is an app session. */
  readonly level: number;
  /** The session that has the whole width of the time line: the outermost one around it. */
  readonly outermost: SessionSummary;
  readonly hasInner: boolean;
  /** Number of findings about its events, those of sessions in it included. */
  readonly findings: number;
}

/** What the audit found. */
type SessionAuditFinding = Extract<StreamFinding, { readonly ruleSet: typeof SESSION_RULE_SET }>;

/** A finding with the first of its rows that a session counts: `null` if none does, as of an END that is ignored. */
export type UserSessionFinding = SessionAuditFinding & { readonly countedRow: number | null };

/** An event on the time line. */
export type EventMark = Pick<SessionEvent, 'row' | 'ets' | 'eid' | 'type'>;

/** The user sessions of one list, a moment behind its events. */
export interface ListedSessions {
  readonly sessions: ReadonlySignal<readonly ListedSession[]>;
  /** Whether the events that the list had are still being read. */
  readonly isReading: ReadonlySignal<boolean>;
  /** Whether there are events that sessions count. The job writes no session without time. */
  readonly hasBegun: ReadonlySignal<boolean>;
  readonly findings: ReadonlySignal<readonly UserSessionFinding[]>;
  /** The key of the session that is chosen in the view; the first one by default. */
  readonly chosen: Signal<string | null>;
  /** Returns the place of a row in the innermost session around it, or `null` if no session counts it. */
  placeOf(row: number): SessionPlace | null;
  /** Returns the events of a session in the order of time. */
  marksOf(summary: SessionSummary): readonly EventMark[];
}

/** Well below a frame. */
const SLICE_SIZE = 500;
/** Events that are counted in one task. One that comes late lets those before it be counted again. */
const SETTLED_EVENTS = 2_000;
/** In a flood the tree is made as often as the list is rendered. */
const REST_MS = 400;

export const listedSessions = defineListSection(({ records, scheduler, onStop }): ListedSessions => {
  let reader = new SessionEventReader();
  let found = new UserSessions();
  let audit = createAudit();
  let findings = new Map<string, SessionAuditFinding>();
  const counted = new Set<number>();
  let marks = new WeakMap<SessionSummary, readonly EventMark[]>();
  let waiting: JudgedRecord[] = [];
  let at = 0;
  const sessions = signal<readonly ListedSession[]>([]);
  const isReading = signal(true);
  const hasBegun = signal(false);
  const allFindings = signal<readonly UserSessionFinding[]>([]);

  const note = (change: StreamChange): void => {
    for (const key of change.withdrawn) findings.delete(key);
    for (const finding of change.found) {
      if (finding.ruleSet === SESSION_RULE_SET) findings.set(finding.key, finding);
    }
  };
  const read = (changed: readonly JudgedRecord[]): void => {
    const added: SessionEvent[] = [];
    const removed: number[] = [];
    for (const { row, event } of changed) {
      const result = event === null ? null : reader.read(event.json, row);
      if (result?.ok) {
        added.push(result.value);
        counted.add(row);
      } else if (counted.delete(row)) removed.push(row);
    }
    if (removed.length > 0) {
      found.remove(removed);
      note(audit.remove(removed));
    }
    if (added.length > 0) {
      found.add(added);
      note(audit.add(added));
    }
  };
  const show = createThrottledJob(scheduler, REST_MS, () => settled.schedule());
  const settled = createJob(scheduler.nextTask, () => {
    if (!found.settle(SETTLED_EVENTS)) {
      settled.schedule();
      return;
    }
    batch(() => {
      const summaries = found.summarize();
      const isCounted = createRowTest(summaries);
      const listed = [...findings.values()].map((finding) => ({
        ...finding,
        countedRow: finding.rows.find(isCounted) ?? null,
      }));
      sessions.value = listSessions(summaries, listed);
      allFindings.value = listed;
      hasBegun.value = counted.size > 0;
    });
  });
  const readSlice = (): void => {
    read(waiting.slice(at, at + SLICE_SIZE));
    found.settle(SETTLED_EVENTS);
    at += SLICE_SIZE;
    if (at < waiting.length) {
      next.schedule();
      return;
    }
    waiting = [];
    isReading.value = false;
    show.schedule();
  };
  const next = createJob(scheduler.nextTask, readSlice);
  const readAll = (): void => {
    reader = new SessionEventReader();
    found = new UserSessions();
    audit = createAudit();
    findings = new Map();
    counted.clear();
    marks = new WeakMap();
    waiting = [...records.all()];
    at = 0;
    isReading.value = true;
    next.schedule();
  };
  const follow = (change: ListChange<JudgedRecord>): void => {
    if (change.type === 'all') readAll();
    if (change.type !== 'records') return;
    const changed = change.changes
      .filter(({ record, before }) => before === null || before.event?.json !== record.event?.json)
      .map(({ record }) => record);
    if (changed.length === 0) return;
    if (isReading.peek()) appendItems(waiting, changed);
    else {
      read(changed);
      show.schedule();
    }
  };
  const stopListening = records.listen(follow);
  readAll();
  onStop(() => {
    stopListening();
    next.cancel();
    show.cancel();
    settled.cancel();
  });
  return {
    sessions,
    isReading,
    hasBegun,
    findings: allFindings,
    chosen: signal<string | null>(null),
    placeOf: (row) => found.placeOf(row),
    marksOf(summary) {
      const known = marks.get(summary);
      if (known !== undefined) return known;
      const own = found.eventsOf(summary);
      marks.set(summary, own);
      return own;
    },
  };
});

function createAudit(): StreamRule<SessionEvent> {
  return createUserSessionRule<SessionEvent>((event) => event);
}

/** Creates a test whether any session counts a row. */
function createRowTest(summaries: readonly SessionSummary[]): (row: number) => boolean {
  const runs = summaries.filter(({ depth }) => depth === 0).flatMap(({ rows }) => rows);
  runs.sort(([one], [other]) => one - other);
  // Sessions of several origins lie between each other, but no row is in two of them.
  return (row) => (runs[findLastIndexAtMost(runs, row, ([from]) => from)]?.[1] ?? -1) >= row;
}

/** Names a session of a list for as long as it is there. */
export function sessionKey({ origin, start, depth, firstRow }: SessionSummary): string {
  return `${originKey(origin)} ${start} ${depth} ${firstRow}`;
}

/** Makes the tree of summaries. Those of one origin stay together. */
function listSessions(
  summaries: readonly SessionSummary[],
  findings: readonly UserSessionFinding[],
): readonly ListedSession[] {
  const rows = findings.flatMap(({ countedRow }) => countedRow ?? []).sort((one, other) => one - other);
  const countThrough = (row: number) => findLastIndexAtMost(rows, row, (each) => each) + 1;
  const origins = new Map<string, SessionSummary[]>();
  for (const summary of summaries) {
    const key = originKey(summary.origin);
    const own = origins.get(key);
    if (own === undefined) origins.set(key, [summary]);
    else own.push(summary);
  }
  return [...origins.values()].flatMap((own) => {
    own.sort((one, other) => one.start - other.start || one.depth - other.depth || one.firstRow - other.firstRow);
    let outermost = own[0];
    return own.map((summary, index): ListedSession => {
      if (outermost === undefined || summary.depth === 0 || summary.start > outermost.end) outermost = summary;
      return {
        key: sessionKey(summary),
        summary,
        level: summary.depth + 1,
        outermost,
        hasInner: (own[index + 1]?.depth ?? 0) > summary.depth,
        findings: summary.rows.reduce((sum, [from, to]) => sum + countThrough(to) - countThrough(from - 1), 0),
      };
    });
  });
}

/** A place on the time line, in shares from 0 to 1. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Places of a track that differ by less are one: about a pixel of a wide panel. */
const TRACK_PLACES = 800;

/** What a track shows: places of events, each once, and idle time. */
export interface Track {
  readonly places: readonly number[];
  readonly idle: readonly Stretch[];
}

/** Places the events of a session in the time of the outermost one. */
export function trackOf(marks: readonly EventMark[], { start, end }: Pick<SessionSummary, 'start' | 'end'>): Track {
  const span = Math.max(1, end - start);
  const isMarked = new Uint8Array(TRACK_PLACES + 1);
  for (const { ets } of marks) isMarked[Math.round(((ets - start) / span) * TRACK_PLACES)] = 1;
  const idle = findPauses(marks, DEFAULT_SESSION_SETTINGS).map(
    ({ from, to }): Stretch => ({ start: (from - start) / span, end: (to - start) / span }),
  );
  const places = [...isMarked].flatMap((marked, place) => (marked === 1 ? [place / TRACK_PLACES] : []));
  return { places, idle };
}

/** Returns the event nearest to a time, or `null` if there is none. */
export function nearestMark(marks: readonly EventMark[], time: number): EventMark | null {
  let nearest: EventMark | null = null;
  for (const mark of marks) {
    if (nearest !== null && Math.abs(mark.ets - time) >= Math.abs(nearest.ets - time)) continue;
    nearest = mark;
  }
  return nearest;
}
