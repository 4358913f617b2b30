import { compareEvents, insertEvents, placeOfTime, removeEvents } from './event-order';
import type { StackCheckpoint } from './open-sessions';
import type { SessionEvent, SessionOrigin } from './session-event';
import type { SessionSettings } from './session-settings';
import { SessionStack } from './session-stack';
import type { SessionSummary } from './user-session-summary';

/** Events of one origin in the order of `ets`, with the summaries of their sessions. */
export class SessionTimeline {
  readonly origin: SessionOrigin;
  readonly #stack: SessionStack;
  #checkpoints: { readonly at: number; readonly summaries: number; readonly state: StackCheckpoint }[] = [];
  /** `null` after {@link release}: the events before are not there any more. */
  #start: StackCheckpoint | null;
  #floor: SessionEvent | null = null;
  readonly #closed: SessionSummary[] = [];
  #events: SessionEvent[] = [];
  /** How many events the stack has. */
  #added = 0;
  /** Events of {@link addOne} that are not in their places yet. */
  #late: SessionEvent[] = [];
  /** Events that were added since the first of them. */
  #addedSinceLate = 0;
  /** `null` after a change. */
  #summaries: readonly SessionSummary[] | null = null;

  constructor(origin: SessionOrigin, settings: SessionSettings) {
    this.origin = origin;
    this.#stack = new SessionStack(
      origin,
      settings,
      (summary) => this.#closed.push(summary),
      (state) => this.#addCheckpoint(state),
    );
    this.#start = this.#stack.checkpointEmpty();
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** `ets` of the last event. */
  get newestEts(): number {
    return (this.#events.at(-1) ?? this.#floor)?.ets ?? Number.NEGATIVE_INFINITY;
  }

  /** No event is taken that comes before it. `null` if any is. */
  get floor(): SessionEvent | null {
    return this.#floor;
  }

  /** Whether no session is open. */
  get isClosed(): boolean {
    return this.#stack.isClosed;
  }

  /** Whether an event can be added: not before a session that was taken, nor late after {@link release}. */
  takes(event: SessionEvent): boolean {
    const last = this.#start === null ? (this.#events.at(-1) ?? this.#floor) : this.#floor;
    return last === null || compareEvents(last, event) <= 0;
  }

  /**
   * Returns the summaries of sessions before the last one that was closed, and drops their events.
   * Returns none until late events are worth being counted: each of them may have all others counted again.
   */
  takeClosed(): readonly SessionSummary[] {
    if (this.#late.length > 0 && this.#addedSinceLate < this.#events.length * LATE_SHARE) return NO_SUMMARIES;
    this.#summaries = null;
    this.settle();
    const last = this.#checkpoints.at(-1);
    if (last === undefined || last.at === 0) return NO_SUMMARIES;
    // A break depends on the event after it: none can come between.
    this.#floor = this.#events[last.state.isAfterBreak ? last.at : last.at - 1] ?? this.#floor;
    this.#events.splice(0, last.at);
    this.#added -= last.at;
    this.#start = last.state;
    this.#checkpoints = [];
    return this.#closed.splice(0, last.summaries);
  }

  /** Returns the summaries of all sessions that were closed, and drops all events. Open sessions stay open. */
  release(): readonly SessionSummary[] {
    this.#summaries = null;
    this.settle();
    this.#floor = this.#events.at(-1) ?? this.#floor;
    this.#events = [];
    this.#added = 0;
    this.#start = null;
    this.#checkpoints = [];
    return this.#closed.splice(0);
  }

  /** Adds events in any order. None has the row of another that is there. */
  add(added: readonly SessionEvent[]): void {
    if (added.length === 0) return;
    this.#summaries = null;
    this.#rewind(insertEvents(this.#events, added));
  }

  /** Adds one event, in constant time. What comes late is put in its place when it is counted. */
  addOne(event: SessionEvent): void {
    this.#summaries = null;
    const last = this.#events.at(-1);
    if (last !== undefined && compareEvents(last, event) > 0) this.#late.push(event);
    else this.#rewind(this.#events.push(event) - 1);
    if (this.#late.length > 0) this.#addedSinceLate += 1;
  }

  /** Removes events that are there. */
  remove(removed: ReadonlySet<SessionEvent>): void {
    this.#summaries = null;
    this.#placeLate();
    const first = removeEvents(this.#events, removed);
    if (first !== null) this.#rewind(first);
  }

  /** Counts at most so many of the events that were added. Returns how many it counted. */
  settle(limit = Number.POSITIVE_INFINITY): number {
    this.#placeLate();
    const before = this.#added;
    const end = Math.min(this.#events.length, before + limit);
    for (; this.#added < end; this.#added += 1) {
      const event = this.#events[this.#added];
      if (event !== undefined) this.#stack.add(event);
    }
    return this.#added - before;
  }

  /** Returns the summaries in the order in which sessions ended, those that are open at the end. */
  summarize(): readonly SessionSummary[] {
    this.settle();
    this.#summaries ??= [...this.#closed, ...this.#stack.summarizeOpen()];
    return this.#summaries;
  }

  /** Returns the events from one time to another, both included. */
  eventsBetween(start: number, end: number): readonly SessionEvent[] {
    this.#placeLate();
    const from = placeOfTime(this.#events, start);
    return this.#events.slice(from, placeOfTime(this.#events, end + 1));
  }

  #placeLate(): void {
    if (this.#late.length === 0) return;
    this.add(this.#late);
    this.#late = [];
    this.#addedSinceLate = 0;
  }

  #addCheckpoint(state: StackCheckpoint): void {
    const at = state.isAfterBreak ? this.#added : this.#added + 1;
    // A break is found again when events after it are.
    if (this.#checkpoints.at(-1)?.at === at) this.#checkpoints.pop();
    this.#checkpoints.push({ at, summaries: this.#closed.length, state });
  }

  /** Takes back all from the last closed session before an event on. */
  #rewind(at: number): void {
    if (at > this.#added || (at === this.#added && this.#holdsAt(at))) return;
    while (this.#checkpoints.length > 0 && !this.#holdsAt(at)) this.#checkpoints.pop();
    const last = this.#checkpoints.at(-1);
    this.#added = last?.at ?? 0;
    this.#closed.length = last?.summaries ?? 0;
    const state = last?.state ?? this.#start;
    if (state !== null) this.#stack.restore(state);
  }

  /** Whether the last checkpoint holds if an event changes. That after a break depends on the event that follows it. */
  #holdsAt(at: number): boolean {
    const last = this.#checkpoints.at(-1);
    return last === undefined || last.at < at || (last.at === at && !last.state.isAfterBreak);
  }
}

/** Of the events that are held: so many are added before late ones have all counted again. */
const LATE_SHARE = 1 / 8;
const NO_SUMMARIES: readonly SessionSummary[] = [];
