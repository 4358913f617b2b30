import { compareEvents } from '#core/user-sessions/event-order';
import type { SessionEvent, SessionOrigin } from '#core/user-sessions/session-event';
import type { SessionSettings } from '#core/user-sessions/session-settings';
import { SessionStack } from '#core/user-sessions/session-stack';
import { SessionTimeline } from '#core/user-sessions/session-timeline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { appendItems } from '#core/util/lists';
import type { OrderedAudit } from './ordered-audit';

/** Groups the events of a file into sessions by their origin. Equal origins must be the same object. */
export interface SessionGroups {
  /** Adds an event. Returns `false` if the event comes too late to be added. */
  add(event: SessionEvent): boolean;
  /** Returns the new summaries that no later event can change. */
  take(): Iterable<SessionSummary>;
  /** Returns all other summaries. Call when no event will follow. */
  end(): Iterable<SessionSummary>;
}

/** Creates groups for events in any order. Stores all events in memory, about 150 bytes each. */
export function createSessionGroups(settings: SessionSettings): SessionGroups {
  const groups = new Map<SessionOrigin, SessionEvent[]>();
  return {
    add(event) {
      const group = groups.get(event.origin);
      if (group === undefined) groups.set(event.origin, [event]);
      else group.push(event);
      return true;
    },
    take: () => [],
    *end() {
      for (const [origin, events] of groups) {
        groups.delete(origin);
        yield* summarizeEvents(events, settings);
      }
    },
  };
}

function* summarizeEvents(events: SessionEvent[], settings: SessionSettings): Generator<SessionSummary> {
  const [first] = events;
  if (first === undefined) return;
  // The sort is stable: events with equal `ets` stay in the order of the input.
  events.sort(compareEvents);
  let newSummaries: SessionSummary[] = [];
  const stack = new SessionStack(first.origin, settings, (summary) => newSummaries.push(summary));
  for (const event of events) {
    stack.add(event);
    if (newSummaries.length === 0) continue;
    yield* newSummaries;
    newSummaries = [];
  }
  yield* stack.summarizeOpen();
}

/**
 * Creates groups for events in the order of `ets`.
 * Stores the events of open sessions. After a pause of `breakSeconds`, it stores only the numbers of these sessions. An
 * event may come late, but not before a session that was written. A closed app session is removed after such a pause,
 * so another END does not extend the session.
 *
 * @param audit receives the added events, and is settled along with the sessions.
 */
export function createOrderedGroups(settings: SessionSettings, audit: OrderedAudit | null): SessionGroups {
  /** Timelines in the order of their last event, the oldest first. */
  const timelines = new Map<SessionOrigin, SessionTimeline>();
  const idleTimelines = new Map<SessionOrigin, SessionTimeline>();
  let finalSummaries: SessionSummary[] = [];
  let newestEts = Number.NEGATIVE_INFINITY;
  /** The last `ets` of the removed sessions. */
  let removedEts = Number.NEGATIVE_INFINITY;
  /** The origin of the previous event, whose timeline is the last one of `timelines`. */
  let lastOrigin: SessionOrigin | null = null;
  const pauseMs = settings.breakSeconds * 1_000;

  const releaseIdle = (): void => {
    for (const [origin, timeline] of timelines) {
      if (timeline.newestEts >= newestEts - pauseMs) return;
      timelines.delete(origin);
      appendItems(finalSummaries, timeline.release());
      if (timeline.isClosed) {
        removedEts = Math.max(removedEts, timeline.newestEts);
        audit?.forget(origin);
      } else {
        idleTimelines.set(origin, timeline);
        if (timeline.floor !== null) audit?.settle(origin, timeline.floor);
      }
    }
  };

  return {
    add(event) {
      const { origin } = event;
      // The event may belong to a session that was removed.
      const timeline =
        timelines.get(origin) ?? idleTimelines.get(origin) ?? new SessionTimeline(origin, settings, removedEts);
      if (!timeline.canAdd(event)) return false;
      timeline.addOne(event);
      audit?.add(event);
      const { floor } = timeline;
      const newSummaries = timeline.takeClosed();
      if (timeline.floor !== null && timeline.floor !== floor) audit?.settle(origin, timeline.floor);
      if (newSummaries.length > 0) appendItems(finalSummaries, newSummaries);
      newestEts = Math.max(newestEts, event.ets);
      if (origin === lastOrigin && timelines.has(origin)) return true;
      lastOrigin = origin;
      idleTimelines.delete(origin);
      timelines.delete(origin);
      timelines.set(origin, timeline);
      releaseIdle();
      return true;
    },
    take() {
      const summaries = finalSummaries;
      finalSummaries = [];
      return summaries;
    },
    *end() {
      yield* finalSummaries;
      for (const group of [idleTimelines, timelines])
        for (const timeline of group.values()) yield* timeline.summarize();
    },
  };
}
