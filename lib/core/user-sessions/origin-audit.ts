import { insertEvents, removeEvents } from './event-order';
import { type FindingChange, FindingJournal } from './finding-journal';
import { type AuditState, SessionAudit } from './session-audit';
import type { SessionEvent } from './session-event';
import type { SessionSettings } from './session-settings';

/** Events between two states that are held, unless a state is larger. */
const MIN_SAVED_EVENTS = 256;

/**
 * The audit of one origin, whose events come and go in any order.
 * Events behind all others cost constant time. After one that comes late or goes, those from some 256 before it on are
 * audited again.
 */
export class OriginAudit {
  readonly #journal = new FindingJournal();
  readonly #audit: SessionAudit;
  readonly #events: SessionEvent[] = [];
  readonly #states: { readonly added: number; readonly steps: number; readonly state: AuditState }[];
  /** How many events the audit has. */
  #added = 0;
  /** Steps of the journal before the end was reported, or `null` if it was not. */
  #stepsBeforeEnd: number | null = null;

  constructor(settings: SessionSettings) {
    this.#audit = new SessionAudit(settings, this.#journal);
    this.#states = [{ added: 0, steps: 0, state: this.#audit.save() }];
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** Adds events in any order. None has the row of another that is there. */
  add(events: readonly SessionEvent[]): void {
    if (events.length > 0) this.#rewind(insertEvents(this.#events, events));
  }

  /** Removes events that are there. */
  remove(events: ReadonlySet<SessionEvent>): void {
    const first = removeEvents(this.#events, events);
    if (first !== null) this.#rewind(first);
  }

  /** Returns how the findings changed since the last call. */
  settle(isEnd: boolean): FindingChange {
    if (this.#added < this.#events.length || !isEnd) this.#undoEnd();
    for (; this.#added < this.#events.length; this.#added += 1) {
      this.#saveState();
      const event = this.#events[this.#added];
      if (event !== undefined) this.#audit.add(event);
    }
    if (isEnd && this.#stepsBeforeEnd === null) {
      this.#stepsBeforeEnd = this.#journal.length;
      this.#audit.end();
    }
    return this.#journal.takeChange();
  }

  #undoEnd(): void {
    if (this.#stepsBeforeEnd !== null) this.#journal.rewind(this.#stepsBeforeEnd);
    this.#stepsBeforeEnd = null;
  }

  #saveState(): void {
    const last = this.#states.at(-1)?.added ?? 0;
    if (this.#added - last < Math.max(MIN_SAVED_EVENTS, this.#audit.size)) return;
    this.#states.push({ added: this.#added, steps: this.#journal.length, state: this.#audit.save() });
  }

  #rewind(at: number): void {
    if (at >= this.#added) return;
    this.#undoEnd();
    while ((this.#states.at(-1)?.added ?? 0) > at) this.#states.pop();
    const last = this.#states.at(-1);
    if (last === undefined) return;
    this.#added = last.added;
    this.#journal.rewind(last.steps);
    this.#audit.restore(last.state);
  }
}
