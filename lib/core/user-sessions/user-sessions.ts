import { groupByOrigin } from './event-order';
import type { SessionEvent, SessionOrigin } from './session-event';
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from './session-settings';
import { SessionTimeline } from './session-timeline';
import type { SessionSummary } from './user-session-summary';

/**
 * The user sessions of events that come and go, in any order.
 * Whatever was added and removed in between, the summaries are those of one run over the events that remain. After an
 * event that comes late, those of its origin are counted again from the last session before it that was closed.
 */
export class UserSessions {
  readonly #settings: SessionSettings;
  readonly #timelines = new Map<string, SessionTimeline>();
  readonly #events = new Map<number, SessionEvent>();

  constructor(settings: SessionSettings = DEFAULT_SESSION_SETTINGS) {
    this.#settings = settings;
  }

  /** Adds events. One with the row of an earlier event replaces it. */
  add(events: readonly SessionEvent[]): void {
    this.remove(events.map(({ row }) => row));
    const latest = new Map(events.map((event) => [event.row, event]));
    for (const [row, event] of latest) this.#events.set(row, event);
    for (const [key, added] of groupByOrigin(latest.values())) this.#timelineOf(key, added[0].origin).add(added);
  }

  /** Removes rows. Those that are not there do not matter. */
  remove(rows: readonly number[]): void {
    const removed = rows.flatMap((row) => this.#events.get(row) ?? []);
    for (const { row } of removed) this.#events.delete(row);
    for (const [key, events] of groupByOrigin(removed)) {
      const timeline = this.#timelines.get(key);
      timeline?.remove(new Set(events));
      if (timeline?.isEmpty) this.#timelines.delete(key);
    }
  }

  /** Returns the summaries, those of one origin after those of another. */
  summarize(): readonly SessionSummary[] {
    return [...this.#timelines.values()].flatMap((timeline) => timeline.summarize());
  }

  #timelineOf(key: string, origin: SessionOrigin): SessionTimeline {
    const known = this.#timelines.get(key);
    if (known !== undefined) return known;
    const timeline = new SessionTimeline(origin, this.#settings);
    this.#timelines.set(key, timeline);
    return timeline;
  }
}
