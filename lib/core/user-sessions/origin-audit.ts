import { type AuditState, isSameState } from './audit-state';
import { compareEvents, insertEvents, removeEvents } from './event-order';
import { type FindingChange, FindingJournal, type FindingLayer } from './finding-journal';
import { PageAudit } from './page-audit';
import { SessionAudit } from './session-audit';
import type { SessionEvent } from './session-event';
import type { SessionSettings } from './session-settings';

/** Minimum number of events between two stored states. Larger states have more events between them. */
const MIN_PART_EVENTS = 128;

/** Consecutive events, with the findings of the audit. */
interface Part {
  /** Events of earlier parts are before this event, which may have been removed. `null` for the first part. */
  readonly from: SessionEvent | null;
  /** State before the first event. */
  state: AuditState;
  count: number;
  readonly layer: FindingLayer;
  isChanged: boolean;
}

/**
 * The audit of one origin, whose events are added and removed in any order.
 * An event after all others takes constant time. For other changes, the audit is repeated from the beginning of their
 * part until its state equals the stored one: usually within {@link MIN_PART_EVENTS} events before and after the
 * change.
 */
export class OriginAudit {
  readonly #journal = new FindingJournal();
  readonly #pages = new PageAudit();
  readonly #audit: SessionAudit;
  readonly #events: SessionEvent[] = [];
  #parts: Part[];
  /** Number of the last events that were not audited yet. */
  #waiting = 0;
  #openings: SessionEvent[] = [];
  /** Findings at the end of the input, or `null` if they were not reported. */
  #end: FindingLayer | null = null;

  constructor(settings: SessionSettings) {
    this.#audit = new SessionAudit(settings, this.#journal, (event) => this.#openings.push(event));
    this.#parts = [this.#createPart(null)];
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  /** Adds events in any order. Their rows must be new. */
  add(events: readonly SessionEvent[]): void {
    const last = this.#events.at(-1 - this.#waiting) ?? null;
    this.#pages.add(events);
    insertEvents(this.#events, events);
    for (const event of events) {
      if (last === null || compareEvents(last, event) < 0) this.#waiting += 1;
      else this.#changeCount(event, 1);
    }
  }

  /** Removes existing events. */
  remove(events: ReadonlySet<SessionEvent>): void {
    const last = this.#events.at(-1 - this.#waiting) ?? null;
    removeEvents(this.#events, events);
    this.#pages.remove(events);
    for (const event of events) {
      if (last === null || compareEvents(last, event) < 0) this.#waiting -= 1;
      else this.#changeCount(event, -1);
    }
  }

  /** Returns the changes of the findings since the last call. */
  takeChange(isEnd: boolean): FindingChange {
    const isChanged = this.#waiting > 0 || this.#parts.some((part) => part.isChanged);
    if (this.#end !== null && (isChanged || !isEnd)) {
      this.#journal.drop(this.#end);
      this.#end = null;
    }
    if (isChanged) {
      this.#auditChanged();
      this.#auditWaiting();
    }
    if (isEnd && this.#end === null) {
      this.#end = this.#journal.begin('last');
      this.#audit.end();
    }
    return joinChanges(this.#journal.takeChange(), this.#pages.takeChange());
  }

  #createPart(from: SessionEvent | null): Part {
    return { from, state: this.#audit.save(), count: 0, layer: this.#journal.begin(from ?? 'first'), isChanged: false };
  }

  #changeCount(event: SessionEvent, by: 1 | -1): void {
    const part = this.#partOf(event);
    if (part === undefined) return;
    part.count += by;
    part.isChanged = true;
  }

  #partOf(event: SessionEvent): Part | undefined {
    let [from, to] = [0, this.#parts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const start = this.#parts[middle]?.from ?? null;
      if (start === null || compareEvents(start, event) <= 0) from = middle;
      else to = middle;
    }
    return this.#parts[from];
  }

  /** Repeats the audit of changed parts, and of the following parts until the state equals the stored one. */
  #auditChanged(): void {
    if (!this.#parts.some(({ isChanged }) => isChanged)) return;
    const end = this.#audit.save();
    const parts: Part[] = [];
    let index = 0;
    let repeatedFrom: Part | null = null;
    for (const part of this.#parts) {
      const isSame = repeatedFrom !== null && !part.isChanged && isSameState(this.#audit.save(), part.state);
      if (repeatedFrom !== null && isSame) {
        this.#replaceOpenings(repeatedFrom.from, part.from);
        repeatedFrom = null;
      }
      if (repeatedFrom === null && !part.isChanged) parts.push(part);
      else {
        if (repeatedFrom === null) this.#audit.restore(part.state);
        repeatedFrom ??= part;
        this.#auditPart(part, index, parts);
      }
      index += part.count;
    }
    this.#parts = parts.length > 0 ? parts : [this.#createPart(null)];
    if (repeatedFrom === null) this.#audit.restore(end);
    else this.#replaceOpenings(repeatedFrom.from, this.#events[index] ?? null);
  }

  /** Repeats the audit of a part. Its events become as many parts as they need. */
  #auditPart({ from, layer, count }: Part, start: number, parts: Part[]): void {
    this.#journal.drop(layer);
    // Events may be added before the first remaining part.
    const firstFrom = parts.length === 0 ? null : from;
    for (let index = start; index < start + count; index += 1) {
      const event = this.#events[index];
      const isFirst = index === start;
      if (isFirst || this.#isFull(parts.at(-1))) parts.push(this.#createPart(isFirst ? firstFrom : (event ?? null)));
      this.#addEvent(event, parts.at(-1));
    }
  }

  #auditWaiting(): void {
    const end = this.#events.length;
    const from = this.#events[end - this.#waiting] ?? null;
    if (from === null) return;
    for (; this.#waiting > 0; this.#waiting -= 1) {
      const event = this.#events[end - this.#waiting];
      if (this.#isFull(this.#parts.at(-1))) this.#parts.push(this.#createPart(event ?? null));
      const part = this.#parts.at(-1);
      if (part !== undefined) this.#journal.resume(part.layer);
      this.#addEvent(event, part);
    }
    this.#replaceOpenings(from, null);
  }

  #isFull(part: Part | undefined): boolean {
    return (part?.count ?? 0) >= Math.max(MIN_PART_EVENTS, this.#audit.size);
  }

  #addEvent(event: SessionEvent | undefined, part: Part | undefined): void {
    if (event === undefined || part === undefined) return;
    this.#audit.add(event);
    part.count += 1;
  }

  #replaceOpenings(from: SessionEvent | null, until: SessionEvent | null): void {
    this.#pages.replaceOpenings(from, until, this.#openings, this.#events);
    this.#openings = [];
  }
}

function joinChanges(one: FindingChange, other: FindingChange): FindingChange {
  return { found: [...one.found, ...other.found], withdrawn: [...one.withdrawn, ...other.withdrawn] };
}
