import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { defineListSection } from '#components/panel/event-list/list-section.ts';
import type { ListChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { originKey, type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { DEFAULT_SESSION_SETTINGS } from '#core/user-sessions/session-settings';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { appendItems } from '#core/util/append-items';
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
}

/** An event on the time line. */
export type EventMark = Pick<SessionEvent, 'row' | 'ets' | 'eid' | 'type'>;

/** The user sessions of one list, a moment behind its events. */
export interface ListedSessions {
  readonly sessions: ReadonlySignal<readonly ListedSession[]>;
  /** Whether the events that the list had are still being read. */
  readonly isReading: ReadonlySignal<boolean>;
  /** Whether there are events that sessions count. The job writes no session without time. */
  readonly hasBegun: ReadonlySignal<boolean>;
  /** Returns the events of a session in the order of time. */
  marksOf(summary: SessionSummary): readonly EventMark[];
}

/** Well below a frame. */
const SLICE_SIZE = 500;
/** In a flood the tree is made as often as the list is rendered. */
const REST_MS = 400;

export const listedSessions = defineListSection(({ records, scheduler, onStop }): ListedSessions => {
  let reader = new SessionEventReader();
  let found = new UserSessions();
  let events = new Map<number, SessionEvent>();
  let marks = new WeakMap<SessionSummary, readonly EventMark[]>();
  let waiting: JudgedRecord[] = [];
  let at = 0;
  const sessions = signal<readonly ListedSession[]>([]);
  const isReading = signal(true);
  const hasBegun = signal(false);

  const read = (changed: readonly JudgedRecord[]): void => {
    const added: SessionEvent[] = [];
    const removed: number[] = [];
    for (const { row, event } of changed) {
      const result = event === null ? null : reader.read(event.json, row);
      if (result?.ok) {
        added.push(result.value);
        events.set(row, result.value);
      } else if (events.delete(row)) removed.push(row);
    }
    if (removed.length > 0) found.remove(removed);
    if (added.length > 0) found.add(added);
  };
  const show = createThrottledJob(scheduler, REST_MS, () => {
    batch(() => {
      sessions.value = listSessions(found.summarize());
      hasBegun.value = events.size > 0;
    });
  });
  const readSlice = (): void => {
    read(waiting.slice(at, at + SLICE_SIZE));
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
    events = new Map();
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
  });
  return {
    sessions,
    isReading,
    hasBegun,
    marksOf(summary) {
      const known = marks.get(summary);
      if (known !== undefined) return known;
      const own: EventMark[] = [];
      for (const [from, to] of summary.rows) {
        for (let row = from; row <= to; row += 1) {
          const event = events.get(row);
          if (event !== undefined) own.push(event);
        }
      }
      // Rows mostly are in this order.
      if (!own.every((mark, index) => index === 0 || (own[index - 1]?.ets ?? 0) <= mark.ets)) {
        own.sort((one, other) => one.ets - other.ets || one.row - other.row);
      }
      marks.set(summary, own);
      return own;
    },
  };
});

/** Makes the tree of summaries. Those of one origin stay together. */
function listSessions(summaries: readonly SessionSummary[]): readonly ListedSession[] {
  const origins = new Map<string, SessionSummary[]>();
  for (const summary of summaries) {
    const key = originKey(summary.origin);
    const own = origins.get(key);
    if (own === undefined) origins.set(key, [summary]);
    else own.push(summary);
  }
  return [...origins].flatMap(([origin, own]) => {
    own.sort((one, other) => one.start - other.start || one.depth - other.depth || one.firstRow - other.firstRow);
    let outermost = own[0];
    return own.map((summary, index): ListedSession => {
      if (outermost === undefined || summary.depth === 0 || summary.start > outermost.end) outermost = summary;
      return {
        key: `${origin} ${summary.start} ${summary.depth} ${summary.firstRow}`,
        summary,
        level: summary.depth + 1,
        outermost,
        hasInner: (own[index + 1]?.depth ?? 0) > summary.depth,
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
  const places = new Set<number>();
  const idle: Stretch[] = [];
  let previous: number | null = null;
  for (const { ets } of marks) {
    places.add(Math.round(((ets - start) / span) * TRACK_PLACES) / TRACK_PLACES);
    if (previous !== null && ets - previous > DEFAULT_SESSION_SETTINGS.idleSeconds * 1_000) {
      idle.push({ start: (previous - start) / span, end: (ets - start) / span });
    }
    previous = ets;
  }
  return { places: [...places], idle };
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
