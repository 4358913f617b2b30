import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { defineListSection } from '#components/panel/event-list/list-section.ts';
import type { ListChange, RecordChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { NO_FINDINGS } from '#core/stream/judged-view';
import type { Finding } from '#core/telemetry/findings';
import { originKey, type SessionEvent } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import type { SessionPlace } from '#core/user-sessions/user-sessions';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { createJob, createThrottledJob } from '#core/util/scheduler';
import { createRefusedEvents } from './refused-events';
import { isSessionFinding, SessionEngine } from './session-engine';
import { SessionNumbers, sessionKey } from './session-numbers';

/** A session in the tree, which is flat: a session comes before those in it. */
export interface ListedSession {
  readonly key: string;
  /** From 1. It stays the same for as long as the session is in the list, and is what `user-session:` filters by. */
  readonly number: number;
  readonly summary: SessionSummary;
  /** From 1, which is an app session. */
  readonly level: number;
  /** The session that has the whole width of the time line: the outermost one around it. */
  readonly outermost: SessionSummary;
  readonly hasInner: boolean;
  /** Number of findings about its events, those of sessions in it included. */
  readonly findings: number;
}

/** What the audit found, with the user's severities, and the first of its rows that a session counts: `null` if none does, as of an END that is ignored. */
export type UserSessionFinding = SessionFinding & { readonly countedRow: number | null };

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
  /** Number of events that the pipeline would refuse or drop. No session counts them, unless the user wants that. */
  readonly refused: ReadonlySignal<number>;
  readonly countsRefused: Signal<boolean>;
  /** The key of the session that is chosen in the view; the first one by default. */
  readonly chosen: Signal<string | null>;
  /** Whether what the audit finds is among the findings of the records: whether the rule set is on. */
  readonly isAudited: Signal<boolean>;
  /** Returns the place of a row in the innermost session around it, or `null` if no session counts it. */
  placeOf(row: number): SessionPlace | null;
  /** Returns the events of a session in the order of time. */
  marksOf(summary: SessionSummary): readonly EventMark[];
  /** Whether an event counts in no session, as the pipeline would refuse or drop it. */
  isLeftOut(row: number): boolean;
  /** Resolves once all events of the list have been read. */
  whenRead(): Promise<void>;
}

/** Rows that are read, or judged again, in one task: well below a frame. */
const SLICE_SIZE = 200;
/** Events that are counted in one task. One that comes late lets those before it be counted again. */
const SETTLED_EVENTS = 2_000;
/** In a flood the tree is made as often as the list is rendered. */
const REST_MS = 400;

export const listedSessions = defineListSection((list): ListedSessions => {
  const { records, scheduler, judge, userSessions, onStop } = list;
  const countsRefused = signal(false);
  const refusedEvents = createRefusedEvents(list, () => readAll());
  let engine = new SessionEngine(refusedEvents.predict, countsRefused.peek());
  let marks = new WeakMap<SessionSummary, readonly EventMark[]>();
  const numbers = new SessionNumbers();
  /** Rows to read, and rows whose findings are to be set. */
  const unread = new Set<number>();
  const unset = new Set<number>();
  const sessions = signal<readonly ListedSession[]>([]);
  const isReading = signal(true);
  /** Whether no row may be read, as it is not known yet which the pipeline would refuse. */
  let isWaiting = true;
  const hasBegun = signal(false);
  const findings = signal<readonly UserSessionFinding[]>([]);
  const refused = signal(0);
  const isAudited = signal(false);
  let waiting: (() => void)[] = [];

  /** What is to be among the findings of a record. */
  const findingsOf = (row: number): readonly Finding[] => {
    const found = isAudited.peek() ? engine.findingsOf(row) : NO_FINDINGS;
    return found.length === 0 ? NO_FINDINGS : found;
  };
  /** What is found about a row: by the user's policy, where it counts. */
  const shownFindingsOf = (row: number): readonly SessionFinding[] =>
    isAudited.peek() ? (records.byRow(row)?.findings ?? []).filter(isSessionFinding) : engine.findingsOf(row);
  const readSome = (): void => {
    const rows = takeSome(unread);
    for (const row of engine.read(rows.flatMap((each) => records.byRow(each) ?? []))) unset.add(row);
  };
  const setSome = (): void => {
    const differs = (row: number) => (records.byRow(row)?.streamFindings ?? NO_FINDINGS) !== findingsOf(row);
    records.setStreamFindings(takeSome(unset).filter(differs), findingsOf);
  };
  const work = (): void => {
    if (unread.size > 0) readSome();
    else setSome();
    const isSettled = engine.sessions.settle(SETTLED_EVENTS);
    if (unread.size + unset.size > 0 || !isSettled) next.schedule();
    else show.schedule();
  };
  const next = createJob(scheduler.nextTask, work);
  const rest = createThrottledJob(scheduler, REST_MS, next.schedule);
  const show = createThrottledJob(scheduler, REST_MS, () => {
    // What is found is shown with the sessions, and all that is waiting is done.
    if (unread.size + unset.size > 0) return;
    batch(() => {
      records.show();
      const summaries = engine.sessions.summarize();
      const isCounted = createRowTest(summaries);
      const listed = [...engine.rows].flatMap((row) =>
        shownFindingsOf(row).map((finding) => ({ ...finding, countedRow: finding.rows.find(isCounted) ?? null })),
      );
      sessions.value = listSessions(summaries, listed, numbers);
      userSessions.value = sessions.value;
      findings.value = listed;
      hasBegun.value = engine.counted > 0;
      refused.value = engine.refused;
      isReading.value = false;
    });
    for (const resolve of waiting.splice(0)) resolve();
  });
  /** Rows may have findings of before, as those that were cleared and are back. */
  const setAll = (): void => {
    isWaiting = false;
    for (const { row, streamFindings = NO_FINDINGS } of records.all()) {
      if (streamFindings.length > 0) unset.add(row);
    }
    for (const row of engine.rows) unset.add(row);
    next.schedule();
  };
  const readAll = (): void => {
    for (const job of [next, rest, show]) job.cancel();
    engine = new SessionEngine(refusedEvents.predict, countsRefused.peek());
    marks = new WeakMap();
    unread.clear();
    for (const { row } of records.all()) unread.add(row);
    isReading.value = true;
    isWaiting = true;
    refusedEvents.whenReady(setAll);
  };
  const follow = (change: ListChange<JudgedRecord>): void => {
    if (change.type === 'all') readAll();
    if (change.type !== 'records') return;
    for (const each of change.changes) {
      if (isOther(each)) for (const row of refusedEvents.rowsOf(each.record)) unread.add(row);
      else if (isSettledOtherwise(each)) show.schedule();
    }
    if (unread.size > 0 && !isWaiting) rest.schedule();
  };
  const stopListening = records.listen(follow);
  readAll();
  // The judge may come after the first findings.
  const stopFollowing = effect(() => {
    void judge.value;
    void isAudited.value;
    if (!isWaiting) setAll();
  });
  const stopCounting = countsRefused.subscribe((isSo) => {
    if (isSo !== engine.countsRefused) readAll();
  });
  onStop(() => {
    for (const stop of [stopListening, stopFollowing, stopCounting]) stop();
    refusedEvents.stop();
    for (const job of [next, rest, show]) job.cancel();
  });
  return {
    ...{ sessions, isReading, hasBegun, findings, refused, countsRefused, isAudited },
    chosen: signal<string | null>(null),
    placeOf: (row) => engine.sessions.placeOf(row),
    marksOf(summary) {
      const known = marks.get(summary);
      if (known !== undefined) return known;
      const own = engine.sessions.eventsOf(summary);
      marks.set(summary, own);
      return own;
    },
    isLeftOut: (row) => engine.isLeftOut(row),
    whenRead: () =>
      new Promise((resolve) => {
        if (isReading.peek() || unread.size > 0) waiting = [...waiting, resolve];
        else resolve();
      }),
  };
});

/** Takes the first rows out of a set. */
function takeSome(rows: Set<number>): readonly number[] {
  const some: number[] = [];
  for (const row of rows) {
    some.push(row);
    rows.delete(row);
    if (some.length === SLICE_SIZE) break;
  }
  return some;
}

/** Whether sessions may see another event, or the pipeline may. */
function isOther({ record, before }: RecordChange<JudgedRecord>): boolean {
  return (
    before === null ||
    before.event?.json !== record.event?.json ||
    before.requests !== record.requests ||
    before.sharesMid !== record.sharesMid
  );
}

/** Whether the user's policy makes something else of the same findings. */
function isSettledOtherwise({ record, before }: RecordChange<JudgedRecord>): boolean {
  const { streamFindings = NO_FINDINGS } = record;
  return streamFindings.length > 0 && streamFindings === before?.streamFindings && record.summary !== before.summary;
}

/** Creates a test whether any session counts a row. */
function createRowTest(summaries: readonly SessionSummary[]): (row: number) => boolean {
  const runs = summaries.filter(({ depth }) => depth === 0).flatMap(({ rows }) => rows);
  runs.sort(([one], [other]) => one - other);
  // Sessions of several origins lie between each other, but no row is in two of them.
  return (row) => (runs[findLastIndexAtMost(runs, row, ([from]) => from)]?.[1] ?? -1) >= row;
}

/** Makes the tree of summaries. Those of one origin stay together. */
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
    const own = origins.get(key);
    if (own === undefined) origins.set(key, [summary]);
    else own.push(summary);
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
        ...{ key, number: numbered.get(key)?.number ?? 0, summary, outermost },
        level: summary.depth + 1,
        hasInner: (own[index + 1]?.depth ?? 0) > summary.depth,
        findings: summary.rows.reduce((sum, [from, to]) => sum + countThrough(to) - countThrough(from - 1), 0),
      };
    });
  });
}
