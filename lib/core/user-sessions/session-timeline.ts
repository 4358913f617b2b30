import { compareEvents, indexOfTime, insertEvents, removeEvents } from './event-order';
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
  /** State before the first event. `null` after {@link release}, because earlier events were dropped. */
  #start: StackCheckpoint | null;
  readonly #minEts: number;
  #floor: SessionEvent | null = null;
  readonly #closed: SessionSummary[] = [];
  #events: SessionEvent[] = [];
  /** Number of events that the stack has counted. */
  #added = 0;
  /** Late events of {@link addOne} that are not sorted in yet. */
  #late: SessionEvent[] = [];
  /** Number of events that were added since the first late one. */
  #addedSinceLate = 0;
  /** Cached summaries. `null` after a change. */
  #summaries: readonly SessionSummary[] | null = null;

  /** @param minEts earliest `ets` of an event that can be added. */
  constructor(origin: SessionOrigin, settings: SessionSettings, minEts = Number.NEGATIVE_INFINITY) {
    this.origin = origin;
    this.#minEts = minEts;
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

  /** Last dropped event: no earlier event can be added. `null` if there is none. */
  get floor(): SessionEvent | null {
    return this.#floor;
  }

  /** Whether no session is open. */
  get isClosed(): boolean {
    return this.#stack.isClosed;
  }

  /** Whether an event can be added: not before dropped events, and not late after {@link release}. */
  canAdd(event: SessionEvent): boolean {
    const last = this.#start === null ? (this.#events.at(-1) ?? this.#floor) : this.#floor;
    return last === null ? event.ets >= this.#minEts : compareEvents(last, event) <= 0;
  }

  /**
   * Returns the summaries of all sessions up to the last closed one, and drops their events.
   * Returns none while there are few late events: counting them may require to count all other events again.
   */
  takeClosed(): readonly SessionSummary[] {
    if (this.#late.length > 0 && this.#addedSinceLate < this.#events.length * LATE_SHARE) return NO_SUMMARIES;
    this.#summaries = null;
    this.countAdded();
    const last = this.#checkpoints.at(-1);
    if (last === undefined || last.at === 0) return NO_SUMMARIES;
    // A break depends on the next event, so no event can be inserted between them.
    this.#floor = this.#events[last.state.isAfterBreak ? last.at : last.at - 1] ?? this.#floor;
    this.#events.splice(0, last.at);
    this.#added -= last.at;
    this.#start = last.state;
    this.#checkpoints = [];
    return this.#closed.splice(0, last.summaries);
  }

  /** Returns the summaries of all closed sessions, and drops all events. Open sessions remain open. */
  release(): readonly SessionSummary[] {
    this.#summaries = null;
    this.countAdded();
    this.#floor = this.#events.at(-1) ?? this.#floor;
    this.#events = [];
    this.#added = 0;
    this.#start = null;
    this.#checkpoints = [];
    return this.#closed.splice(0);
  }

  /** Adds events in any order. Their rows must be new. */
  add(added: readonly SessionEvent[]): void {
    if (added.length === 0) return;
    this.#summaries = null;
    this.#rewind(insertEvents(this.#events, added));
  }

  /** Adds one event in constant time. Late events are sorted in when they are counted. */
  addOne(event: SessionEvent): void {
    this.#summaries = null;
    const last = this.#events.at(-1);
    if (last !== undefined && compareEvents(last, event) > 0) this.#late.push(event);
    else this.#rewind(this.#events.push(event) - 1);
    if (this.#late.length > 0) this.#addedSinceLate += 1;
  }

  /** Removes existing events. */
  remove(removed: ReadonlySet<SessionEvent>): void {
    this.#summaries = null;
    this.#addLate();
    const first = removeEvents(this.#events, removed);
    if (first !== null) this.#rewind(first);
  }

  /** Counts at most `limit` of the added events. Returns the number of counted events. */
  countAdded(limit = Number.POSITIVE_INFINITY): number {
    this.#addLate();
    const before = this.#added;
    const end = Math.min(this.#events.length, before + limit);
    for (; this.#added < end; this.#added += 1) {
      const event = this.#events[this.#added];
      if (event !== undefined) this.#stack.add(event);
    }
    return this.#added - before;
  }

  /** Returns the summaries in the order in which sessions ended, followed by those of open sessions. */
  summarize(): readonly SessionSummary[] {
    this.countAdded();
    this.#summaries ??= [...this.#closed, ...this.#stack.summarizeOpen()];
    return this.#summaries;
  }

  /** Returns the events between the start and the end of a session, both inclusive, and all events at time 0. */
  eventsAround(start: number, end: number): readonly SessionEvent[] {
    this.#addLate();
    const events = this.#events.slice(indexOfTime(this.#events, start), indexOfTime(this.#events, end + 1));
    if (start <= 0) return events;
    // A start of 0 is unset, so a session may have events at 0 before its start.
    const zeroEvents = this.#events.slice(indexOfTime(this.#events, 0), indexOfTime(this.#events, 1));
    return zeroEvents.length === 0 ? events : [...zeroEvents, ...events];
  }

  #addLate(): void {
    if (this.#late.length === 0) return;
    this.add(this.#late);
    this.#late = [];
    this.#addedSinceLate = 0;
  }

  #addCheckpoint(state: StackCheckpoint): void {
    const at = state.isAfterBreak ? this.#added : this.#added + 1;
    // A break is found again if the events after it are counted again.
    if (this.#checkpoints.at(-1)?.at === at) this.#checkpoints.pop();
    this.#checkpoints.push({ at, summaries: this.#closed.length, state });
  }

  /** Reverts the stack to the last checkpoint before an event. */
  #rewind(at: number): void {
    if (at > this.#added || (at === this.#added && this.#holdsAt(at))) return;
    while (this.#checkpoints.length > 0 && !this.#holdsAt(at)) this.#checkpoints.pop();
    const last = this.#checkpoints.at(-1);
    this.#added = last?.at ?? 0;
    this.#closed.length = last?.summaries ?? 0;
    const state = last?.state ?? this.#start;
    if (state !== null) this.#stack.restore(state);
  }

  /** Whether the last checkpoint remains valid if an event changes. After a break, it depends on the next event. */
  #holdsAt(at: number): boolean {
    const last = this.#checkpoints.at(-1);
    return last === undefined || last.at < at || (last.at === at && !last.state.isAfterBreak);
  }
}

/** Share of the stored events that must be added before late events cause a recount. */
const LATE_SHARE = 1 / 8;
const NO_SUMMARIES: readonly SessionSummary[] = [];
