import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { defineListSection } from '#components/panel/event-list/list-section.ts';
import type { ListChange, RecordChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { NO_FINDINGS } from '#core/stream/judged-view';
import type { Finding } from '#core/telemetry/findings';
import { originKey, type SessionEvent } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { createRowTest } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import type { SessionPosition } from '#core/user-sessions/user-sessions';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { createJob, createThrottledJob } from '#core/util/scheduler';
import { createRejectedEvents } from './rejected-events';
import { isSessionFinding, SessionEngine } from './session-engine';
import { SessionNumbers, sessionKey } from './session-numbers';

/** A session in the tree. The tree is a flat list, in which a session precedes its inner sessions. */
export interface ListedSession {
  readonly key: string;
  /** From 1. Stays the same while the session is in the list, because the filter `user-session:` uses the number. */
  readonly number: number;
  readonly summary: SessionSummary;
  /** Depth from 1, the level of app sessions. */
  readonly level: number;
  /** The outermost session around this session. It takes the whole width of the timeline. */
  readonly outermost: SessionSummary;
  readonly hasInner: boolean;
  /** Number of findings about its events, including those of inner sessions. */
  readonly findings: number;
}

/**
 * A finding of the audit, with the user's severity.
 * `countedRow` is the first of its rows that a session counts. It is `null` without such a row, as for an ignored END.
 */
export type UserSessionFinding = SessionFinding & { readonly countedRow: number | null };

/** An event on the timeline. */
export type EventPoint = Pick<SessionEvent, 'row' | 'ets' | 'eid' | 'type'>;

/** The user sessions of one list, updated with a short delay. */
export interface ListedSessions {
  readonly sessions: ReadonlySignal<readonly ListedSession[]>;
  /** Whether events of the list are still being read. */
  readonly isReading: ReadonlySignal<boolean>;
  /** Whether there are events that sessions count. There may be no session yet, because a session needs a duration. */
  readonly hasStarted: ReadonlySignal<boolean>;
  readonly findings: ReadonlySignal<readonly UserSessionFinding[]>;
  /**
   * Number of events that the pipeline would reject or drop.
   * Sessions omit them, unless the user counts them.
   */
  readonly rejected: ReadonlySignal<number>;
  readonly countsRejected: Signal<boolean>;
  /** Key of the session that is selected in the view; null for the first session. */
  readonly selected: Signal<string | null>;
  /** Whether the audit's findings are among the records' findings, because its rule set is active. */
  readonly isAudited: Signal<boolean>;
  /** Returns the position of a row in its innermost session, or `null` if no session counts it. */
  positionOf(row: number): SessionPosition | null;
  /** Returns the events of a session in chronological order. */
  pointsOf(summary: SessionSummary): readonly EventPoint[];
  /** Whether a session counts the event. */
  isCounted(row: number): boolean;
  /** Whether an event counts in no session because the pipeline would reject or drop it. */
  isExcluded(row: number): boolean;
  /** Resolves once all events of the list have been read. */
  whenRead(): Promise<void>;
}

/** Number of rows that are read or judged in one task: well below a frame. */
const SLICE_SIZE = 200;
/** Number of events that are counted in one task. A late event causes a recount of its origin. */
const EVENTS_PER_TASK = 2_000;
/** During a burst the tree is updated as often as the list is rendered. */
const UPDATE_INTERVAL_MS = 400;

export const listedSessions = defineListSection((list): ListedSessions => {
  const { records, scheduler, judge, userSessions, onStop } = list;
  const countsRejected = signal(false);
  const rejectedEvents = createRejectedEvents(list, () => readAll());
  let engine = new SessionEngine(rejectedEvents.predict, countsRejected.peek());
  let points = new WeakMap<SessionSummary, readonly EventPoint[]>();
  const numbers = new SessionNumbers();
  const unreadRows = new Set<number>();
  /** Rows whose findings have to be set in the list. */
  const outdatedRows = new Set<number>();
  const sessions = signal<readonly ListedSession[]>([]);
  const isReading = signal(true);
  /** Whether reading waits for the prediction of which rows the pipeline would reject. */
  let isWaiting = true;
  /** Whether the sessions are to be shown as soon as no row is waiting. */
  let isDue = false;
  let isCounted = createRowTest([]);
  const hasStarted = signal(false);
  const findings = signal<readonly UserSessionFinding[]>([]);
  const rejected = signal(0);
  const isAudited = signal(false);
  let readCallbacks: (() => void)[] = [];

  /** Returns the session findings that are added to a record's findings. */
  const findingsOf = (row: number): readonly Finding[] => {
    const sessionFindings = isAudited.peek() ? engine.findingsOf(row) : NO_FINDINGS;
    return sessionFindings.length === 0 ? NO_FINDINGS : sessionFindings;
  };
  /** Returns the findings about a row, under the user's policy, if the row counts. */
  const shownFindingsOf = (row: number): readonly SessionFinding[] =>
    isAudited.peek() ? (records.byRow(row)?.findings ?? []).filter(isSessionFinding) : engine.findingsOf(row);
  const readSlice = (): void => {
    const rows = removeFirst(unreadRows);
    for (const row of engine.read(rows.flatMap((each) => records.byRow(each) ?? []))) outdatedRows.add(row);
  };
  const setSlice = (): void => {
    const differs = (row: number) => (records.byRow(row)?.streamFindings ?? NO_FINDINGS) !== findingsOf(row);
    records.setStreamFindings(removeFirst(outdatedRows).filter(differs), findingsOf);
  };
  const runTask = (): void => {
    if (unreadRows.size > 0) readSlice();
    else setSlice();
    const isSettled = engine.sessions.countAdded(EVENTS_PER_TASK);
    if (unreadRows.size + outdatedRows.size > 0 || !isSettled) next.schedule();
    else if (isDue) showSessions();
    else show.schedule();
  };
  const next = createJob(scheduler.nextTask, runTask);
  const update = createThrottledJob(scheduler, UPDATE_INTERVAL_MS, next.schedule);
  const show = createThrottledJob(scheduler, UPDATE_INTERVAL_MS, () => {
    // Waiting rows are read first: in a long stream of events, rows would be waiting each time.
    isDue = unreadRows.size + outdatedRows.size > 0;
    if (!isDue) showSessions();
    else if (!isWaiting) next.schedule();
  });
  const showSessions = (): void => {
    isDue = false;
    batch(() => {
      records.show();
      const summaries = engine.sessions.summarize();
      isCounted = createRowTest(summaries);
      const listed = [...engine.rows].flatMap((row) =>
        shownFindingsOf(row).map((finding) => ({ ...finding, countedRow: finding.rows.find(isCounted) ?? null })),
      );
      sessions.value = listSessions(summaries, listed, numbers);
      userSessions.value = sessions.value;
      findings.value = listed;
      hasStarted.value = engine.countedCount > 0;
      rejected.value = engine.rejectedCount;
      isReading.value = false;
    });
    for (const resolve of readCallbacks.splice(0)) resolve();
  };
  /** Sets the findings of all rows, also of restored rows with findings from before they were cleared. */
  const setAll = (): void => {
    isWaiting = false;
    for (const { row, streamFindings = NO_FINDINGS } of records.all()) {
      if (streamFindings.length > 0) outdatedRows.add(row);
    }
    for (const row of engine.rows) outdatedRows.add(row);
    next.schedule();
  };
  const readAll = (): void => {
    for (const job of [next, update, show]) job.cancel();
    engine = new SessionEngine(rejectedEvents.predict, countsRejected.peek());
    points = new WeakMap();
    unreadRows.clear();
    for (const { row } of records.all()) unreadRows.add(row);
    isReading.value = true;
    isWaiting = true;
    rejectedEvents.whenReady(setAll);
  };
  const handleChange = (change: ListChange<JudgedRecord>): void => {
    if (change.type === 'all') readAll();
    if (change.type !== 'records') return;
    for (const each of change.changes) {
      if (affectsSessions(each)) for (const row of rejectedEvents.collectAffectedRows(each.record)) unreadRows.add(row);
      else if (hasChangedByPolicy(each)) show.schedule();
    }
    if (unreadRows.size > 0 && !isWaiting) update.schedule();
  };
  const unsubscribe = records.subscribe(handleChange);
  readAll();
  // The judge may be created after the first findings.
  const stopJudgeEffect = effect(() => {
    void judge.value;
    void isAudited.value;
    if (!isWaiting) setAll();
  });
  const stopCounting = countsRejected.subscribe((shouldCount) => {
    if (shouldCount !== engine.countsRejected) readAll();
  });
  onStop(() => {
    for (const stop of [unsubscribe, stopJudgeEffect, stopCounting]) stop();
    rejectedEvents.stop();
    for (const job of [next, update, show]) job.cancel();
  });
  return {
    sessions,
    isReading,
    hasStarted,
    findings,
    rejected,
    countsRejected,
    isAudited,
    selected: signal<string | null>(null),
    positionOf: (row) => engine.sessions.positionOf(row),
    pointsOf(summary) {
      const cached = points.get(summary);
      if (cached !== undefined) return cached;
      const events = engine.sessions.eventsOf(summary);
      points.set(summary, events);
      return events;
    },
    isCounted: (row) => isCounted(row),
    isExcluded: (row) => engine.isExcluded(row),
    whenRead: () =>
      new Promise((resolve) => {
        if (isReading.peek() || unreadRows.size > 0) readCallbacks = [...readCallbacks, resolve];
        else resolve();
      }),
  };
});

/** Removes the first rows from a set, and returns them. */
function removeFirst(rows: Set<number>): readonly number[] {
  const removed: number[] = [];
  for (const row of rows) {
    removed.push(row);
    rows.delete(row);
    if (removed.length === SLICE_SIZE) break;
  }
  return removed;
}

/** Whether a change affects sessions or the pipeline's prediction. */
function affectsSessions({ record, before }: RecordChange<JudgedRecord>): boolean {
  return (
    before === null ||
    before.event?.json !== record.event?.json ||
    before.requests !== record.requests ||
    before.sharesMid !== record.sharesMid
  );
}

/** Whether the policy changed the summary of a record although its findings are the same. */
function hasChangedByPolicy({ record, before }: RecordChange<JudgedRecord>): boolean {
  const { streamFindings = NO_FINDINGS } = record;
  return streamFindings.length > 0 && streamFindings === before?.streamFindings && record.summary !== before.summary;
}

/** Creates the tree of summaries. Sessions of one origin are adjacent. */
function listSessions(
  summaries: readonly SessionSummary[],
  findings: readonly UserSessionFinding[],
  numbers: SessionNumbers,
): readonly ListedSession[] {
  const rows = findings.flatMap(({ countedRow }) => countedRow ?? []).sort((one, other) => one - other);
  const countThrough = (row: number) => findLastIndexAtMost(rows, row, (each) => each) + 1;
  const origins = new Map<string, SessionSummary[]>();
  for (const summary of summaries) {
    const key = originKey(summary.origin);
    const siblings = origins.get(key);
    if (siblings === undefined) origins.set(key, [summary]);
    else siblings.push(summary);
  }
  for (const own of origins.values()) {
    own.sort((one, other) => one.start - other.start || one.depth - other.depth || one.firstRow - other.firstRow);
  }
  const numbered = numbers.assign([...origins.values()].flat());
  return [...origins.values()].flatMap((own) => {
    let outermost = own[0];
    return own.map((summary, index): ListedSession => {
      if (outermost === undefined || summary.depth === 0 || summary.start > outermost.end) outermost = summary;
      const key = sessionKey(summary);
      return {
        key,
        number: numbered.get(key)?.number ?? 0,
        summary,
        outermost,
        level: summary.depth + 1,
        hasInner: (own[index + 1]?.depth ?? 0) > summary.depth,
        findings: summary.rows.reduce((sum, [from, to]) => sum + countThrough(to) - countThrough(from - 1), 0),
      };
    });
  });
}
