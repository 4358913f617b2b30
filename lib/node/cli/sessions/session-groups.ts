import { compareEvents } from '#core/user-sessions/event-order';
import type { SessionEvent, SessionOrigin } from '#core/user-sessions/session-event';
import type { SessionSettings } from '#core/user-sessions/session-settings';
import { SessionStack } from '#core/user-sessions/session-stack';
import { SessionTimeline } from '#core/user-sessions/session-timeline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { appendItems } from '#core/util/append-items';
import type { OrderedAudit } from './ordered-audit';

/** The sessions of a file, whose events share equal origins. Sessions of one origin come after each other. */
export interface SessionGroups {
  /** Returns whether the event is added: it is not if it comes too late. */
  add(event: SessionEvent): boolean;
  /** Returns the summaries that no later event changes, each once. */
  take(): Iterable<SessionSummary>;
  /** Returns all others. Call when no event will follow. */
  end(): Iterable<SessionSummary>;
}

/** Creates sessions of events in any order. All events are held: about 150 bytes each. */
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
  // Stable: events with equal `ets` stay in the order of the input.
  events.sort(compareEvents);
  let closed: SessionSummary[] = [];
  const stack = new SessionStack(first.origin, settings, (summary) => closed.push(summary));
  for (const event of events) {
    stack.add(event);
    if (closed.length === 0) continue;
    yield* closed;
    closed = [];
  }
  yield* stack.summarizeOpen();
}

/**
 * Creates sessions of events in the order of `ets`.
 * Held are the events of open sessions, and after a pause of the length of a break the numbers of these sessions only. An
 * event may come late, but not before a session that was written. An app session that was closed is forgotten after such a
 * pause: another END does not extend it then.
 *
 * @param audit is given the events that are added, and is settled as sessions are.
 */
export function createOrderedGroups(settings: SessionSettings, audit: OrderedAudit | null): SessionGroups {
  /** The one whose last event was longest ago comes first. */
  const timelines = new Map<SessionOrigin, SessionTimeline>();
  const released = new Map<SessionOrigin, SessionTimeline>();
  let written: SessionSummary[] = [];
  let newestEts = Number.NEGATIVE_INFINITY;
  let forgottenEts = Number.NEGATIVE_INFINITY;
  /** That of the event before. It is the last of the timelines. */
  let lastOrigin: SessionOrigin | null = null;
  const pauseMs = settings.breakSeconds * 1_000;

  const releaseIdle = (): void => {
    for (const [origin, timeline] of timelines) {
      if (timeline.newestEts >= newestEts - pauseMs) return;
      timelines.delete(origin);
      appendItems(written, timeline.release());
      if (timeline.isClosed) {
        forgottenEts = Math.max(forgottenEts, timeline.newestEts);
        audit?.forget(origin);
      } else {
        released.set(origin, timeline);
        if (timeline.floor !== null) audit?.settle(origin, timeline.floor);
      }
    }
  };

  return {
    add(event) {
      const { origin } = event;
      const known = timelines.get(origin) ?? released.get(origin);
      if (known === undefined && event.ets < forgottenEts) return false;
      const timeline = known ?? new SessionTimeline(origin, settings);
      if (!timeline.takes(event)) return false;
      timeline.addOne(event);
      audit?.add(event);
      const { floor } = timeline;
      const closed = timeline.takeClosed();
      if (timeline.floor !== null && timeline.floor !== floor) audit?.settle(origin, timeline.floor);
      if (closed.length > 0) appendItems(written, closed);
      newestEts = Math.max(newestEts, event.ets);
      if (origin === lastOrigin && timelines.has(origin)) return true;
      lastOrigin = origin;
      released.delete(origin);
      timelines.delete(origin);
      timelines.set(origin, timeline);
      releaseIdle();
      return true;
    },
    take() {
      const taken = written;
      written = [];
      return taken;
    },
    *end() {
      yield* written;
      for (const group of [released, timelines]) for (const timeline of group.values()) yield* timeline.summarize();
    },
  };
}
