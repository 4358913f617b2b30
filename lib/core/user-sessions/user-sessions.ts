import { groupByOrigin, indexOfEvent } from './event-order';
import { RowEvents } from './row-events';
import { isSameEvent, originKey, type SessionEvent, type SessionOrigin } from './session-event';
import { filterByRows, hasRow } from './session-outline';
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from './session-settings';
import { SessionTimeline } from './session-timeline';
import type { SessionSummary } from './user-session-summary';

/** The position of an event in the innermost session that counts it. */
export interface SessionPosition {
  readonly session: SessionSummary;
  /** Number from 1, in the order of `ets`. */
  readonly position: number;
  /** Number of events of the session. */
  readonly count: number;
}

/**
 * The user sessions of events that are added and removed in any order.
 * The summaries are always those of one run over the remaining events.
 * A late event causes a recount of its origin, from the last closed session before it.
 */
export class UserSessions {
  readonly #settings: SessionSettings;
  readonly #timelines = new Map<string, SessionTimeline>();
  readonly #events = new RowEvents();
  /** Timelines with uncounted events. */
  readonly #uncounted = new Set<SessionTimeline>();
  /** Cached summaries. `null` after a change. */
  #summaries: readonly SessionSummary[] | null = null;

  constructor(settings: SessionSettings = DEFAULT_SESSION_SETTINGS) {
    this.#settings = settings;
  }

  /** Adds events. An event with the row of an earlier one replaces it. */
  add(events: readonly SessionEvent[]): void {
    const latest = new Map(events.map((event) => [event.row, event]));
    for (const [row, event] of latest) if (isSameEvent(this.#events.get(row) ?? null, event)) latest.delete(row);
    this.remove([...latest.keys()]);
    for (const [row, event] of latest) this.#events.set(row, event);
    if (latest.size > 0) this.#summaries = null;
    for (const [key, added] of groupByOrigin(latest.values())) {
      const timeline = this.#timelineOf(key, added[0].origin);
      timeline.add(added);
      this.#uncounted.add(timeline);
    }
  }

  /** Removes rows. Ignores unknown rows. */
  remove(rows: readonly number[]): void {
    const removed = rows.flatMap((row) => this.#events.get(row) ?? []);
    if (removed.length > 0) this.#summaries = null;
    for (const { row } of removed) this.#events.delete(row);
    for (const [key, events] of groupByOrigin(removed)) {
      const timeline = this.#timelines.get(key);
      if (timeline === undefined) continue;
      timeline.remove(new Set(events));
      this.#uncounted.add(timeline);
      if (timeline.isEmpty) {
        this.#timelines.delete(key);
        this.#uncounted.delete(timeline);
      }
    }
  }

  /**
   * Counts at most `limit` of the added events, so that {@link summarize} takes less time.
   * Returns whether all events are counted.
   */
  countAdded(limit: number): boolean {
    let rest = limit;
    for (const timeline of this.#uncounted) {
      rest -= timeline.countAdded(rest);
      if (rest <= 0) return false;
      this.#uncounted.delete(timeline);
    }
    return true;
  }

  /** Returns the summaries, grouped by origin. Returns the same list until an event is added or removed. */
  summarize(): readonly SessionSummary[] {
    this.#summaries ??= [...this.#timelines.values()].flatMap((timeline) => timeline.summarize());
    return this.#summaries;
  }

  /**
   * Returns the events of a session and its inner sessions, in the order of `ets`.
   * The time is proportional to the origin's events during the session and at time 0.
   */
  eventsOf(session: SessionSummary): readonly SessionEvent[] {
    const timeline = this.#timelines.get(originKey(session.origin));
    return filterByRows(timeline?.eventsAround(session.start, session.end) ?? [], session);
  }

  /** Returns the position of a row, or `null` if no session counts it. Takes as long as {@link eventsOf}. */
  positionOf(row: number): SessionPosition | null {
    const event = this.#events.get(row);
    const summaries = event === undefined ? [] : (this.#timelines.get(originKey(event.origin))?.summarize() ?? []);
    const around = summaries.filter((summary) => hasRow(summary, row));
    const [first, ...others] = around;
    if (event === undefined || first === undefined) return null;
    const session = others.reduce((inner, other) => (other.depth > inner.depth ? other : inner), first);
    const events = this.eventsOf(session);
    return { session, position: indexOfEvent(events, event) + 1, count: events.length };
  }

  #timelineOf(key: string, origin: SessionOrigin): SessionTimeline {
    const current = this.#timelines.get(key);
    if (current !== undefined) return current;
    const timeline = new SessionTimeline(origin, this.#settings);
    this.#timelines.set(key, timeline);
    return timeline;
  }
}
