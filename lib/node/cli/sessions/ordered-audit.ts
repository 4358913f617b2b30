import { compareEvents } from '#core/user-sessions/event-order';
import { FindingJournal, findingKey } from '#core/user-sessions/finding-journal';
import { MAX_PAGE_ROWS, pageFinding } from '#core/user-sessions/page-audit';
import { SessionAudit } from '#core/user-sessions/session-audit';
import { originKey, type SessionEvent, type SessionOrigin } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import type { SessionSettings } from '#core/user-sessions/session-settings';
import { splitFinding } from '#core/user-sessions/session-splits';

/** A finding, with the event that it is about. */
export interface EventFinding {
  readonly finding: SessionFinding;
  readonly event: SessionEvent;
}

/** A log-in session: its first event, and the origins that it has. */
interface Visit {
  readonly first: SessionEvent;
  readonly origins: Set<string>;
  newestEts: number;
}

/**
 * Audits the events of a file in the order of `ets`, as far as they are settled.
 * Held are the events of open sessions, the findings that a later event may withdraw, and the log-in sessions of the time
 * of a break. Equal origins are the same object.
 */
export class OrderedAudit {
  readonly #settings: SessionSettings;
  readonly #origins = new Map<SessionOrigin, OriginInOrder>();
  /** By `context.sid`. The one whose last event was longest ago comes first. */
  readonly #visits = new Map<string, Visit>();
  #newestEts = Number.NEGATIVE_INFINITY;
  #found: EventFinding[] = [];

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  add(event: SessionEvent): void {
    const origin = this.#origins.get(event.origin) ?? new OriginInOrder(this.#settings, (found) => this.#note(found));
    this.#origins.set(event.origin, origin);
    origin.add(event);
    this.#newestEts = Math.max(this.#newestEts, event.ets);
    if (event.sid !== '') this.#visit(event);
  }

  /** Makes the events of an origin up to one final: none before it is added any more. */
  settle(origin: SessionOrigin, last: SessionEvent): void {
    this.#origins.get(origin)?.settle(last);
  }

  /** Forgets an origin without open sessions. */
  forget(origin: SessionOrigin): void {
    this.#origins.get(origin)?.settle(null);
    this.#origins.delete(origin);
  }

  /** Returns what was found since the last call and holds for good. */
  take(): readonly EventFinding[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Returns all other findings. Call when no event will follow. */
  end(): readonly EventFinding[] {
    for (const origin of this.#origins.values()) origin.end();
    this.#origins.clear();
    return this.take();
  }

  #note(found: EventFinding): void {
    this.#found.push(found);
  }

  #visit(event: SessionEvent): void {
    const { sid, ets, origin } = event;
    const visit = this.#visits.get(sid) ?? { first: event, origins: new Set<string>(), newestEts: ets };
    visit.newestEts = Math.max(visit.newestEts, ets);
    const key = originKey(origin);
    if (visit.first !== event && !visit.origins.has(key)) {
      this.#note({ finding: splitFinding(visit.first, event), event });
    }
    visit.origins.add(key);
    this.#visits.delete(sid);
    this.#visits.set(sid, visit);
    for (const [oldest, { newestEts }] of this.#visits) {
      if (newestEts >= this.#newestEts - this.#settings.breakSeconds * 1_000) return;
      this.#visits.delete(oldest);
    }
  }
}

/** Events of one origin, audited once they are settled. Each finding is noted once, when no later event withdraws it. */
class OriginInOrder {
  readonly #onFinding: (found: EventFinding) => void;
  readonly #journal = new FindingJournal();
  readonly #audit: SessionAudit;
  readonly #events: SessionEvent[] = [];
  /** Whether the events are in the order of `ets`. */
  #isSorted = true;
  /** Pages that had an IMPRESSION in the open app session. */
  readonly #impressed = new Set<string>();
  /** INTERACT events of the others, by their pages. */
  readonly #unseen = new Map<string, [SessionEvent, ...SessionEvent[]]>();
  /** Events before that a finding may be about, by their rows. */
  #held = new Map<number, SessionEvent>();
  readonly #pending = new Map<string, SessionFinding>();
  #layer = this.#journal.begin('first');

  constructor(settings: SessionSettings, onFinding: (found: EventFinding) => void) {
    this.#onFinding = onFinding;
    this.#audit = new SessionAudit(settings, this.#journal, () => this.#endPages());
  }

  add(event: SessionEvent): void {
    const last = this.#events.at(-1);
    if (last !== undefined && compareEvents(last, event) > 0) this.#isSorted = false;
    this.#events.push(event);
  }

  /** @param last `null` for all events that are there. */
  settle(last: SessionEvent | null): void {
    this.#sort();
    const after = last === null ? -1 : this.#events.findIndex((event) => compareEvents(event, last) > 0);
    this.#auditEvents(this.#events.splice(0, after === -1 ? this.#events.length : after));
  }

  end(): void {
    this.#sort();
    this.#auditEvents(this.#events.splice(0), true);
    this.#endPages();
  }

  #sort(): void {
    if (!this.#isSorted) this.#events.sort(compareEvents);
    this.#isSorted = true;
  }

  #auditEvents(events: readonly SessionEvent[], isEnd = false): void {
    for (const event of events) {
      this.#audit.add(event);
      this.#addPage(event);
    }
    if (isEnd) this.#audit.end();
    const { found, withdrawn } = this.#journal.takeChange();
    for (const key of withdrawn) this.#pending.delete(key);
    for (const finding of found) this.#pending.set(findingKey(finding), finding);
    const { sessions, isAppClosed, previous } = this.#audit.save();
    const started = sessions.flatMap((session) => session.started ?? []);
    const withdrawable = new Set(
      isEnd
        ? []
        : started
            .filter(({ isBroken }) => isBroken)
            .map(({ event: { row } }) => findingKey({ code: 'never-ended', rows: [row] })),
    );
    this.#noteFinal(events, withdrawable);
    this.#held = new Map(
      [...started.map(({ event }) => event), ...(previous === null ? [] : [previous])].map((event) => [
        event.row,
        event,
      ]),
    );
    if (isAppClosed) this.#endPages();
  }

  #noteFinal(events: readonly SessionEvent[], withdrawable: ReadonlySet<string>): void {
    const byRow = new Map(events.map((event) => [event.row, event]));
    for (const [key, finding] of this.#pending) {
      if (withdrawable.has(key)) continue;
      this.#pending.delete(key);
      const [row] = finding.rows;
      const event = byRow.get(row) ?? this.#held.get(row);
      if (event !== undefined) this.#onFinding({ finding, event });
    }
    // The journal holds only what may be withdrawn.
    this.#journal.drop(this.#layer);
    this.#layer = this.#journal.begin('first');
    for (const finding of this.#pending.values()) this.#journal.set(finding);
    this.#journal.takeChange();
  }

  #addPage(event: SessionEvent): void {
    const { eid, pageId } = event;
    if (pageId === null || pageId === '') return;
    if (eid === 'IMPRESSION') {
      this.#impressed.add(pageId);
      this.#unseen.delete(pageId);
    } else if (eid === 'INTERACT' && !this.#impressed.has(pageId)) {
      const known = this.#unseen.get(pageId);
      if (known === undefined) this.#unseen.set(pageId, [event]);
      else if (known.length < MAX_PAGE_ROWS) known.push(event);
    }
  }

  /** The pages of an app session get no IMPRESSION after it. */
  #endPages(): void {
    for (const [page, events] of this.#unseen)
      this.#onFinding({ finding: pageFinding(page, events), event: events[0] });
    this.#unseen.clear();
    this.#impressed.clear();
  }
}
