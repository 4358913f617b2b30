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

/** The events with the same `context.sid`. */
interface Visit {
  readonly first: SessionEvent;
  /** Keys of the origins of the events. */
  readonly origins: Set<string>;
  newestEts: number;
}

/**
 * Audits the events of a file in the order of `ets`, once no earlier event can be added any more.
 * Stores the events of open sessions, the findings that a later event may withdraw, and the visits of the last
 * `breakSeconds`. Equal origins must be the same object.
 */
export class OrderedAudit {
  readonly #settings: SessionSettings;
  readonly #origins = new Map<SessionOrigin, OriginAudit>();
  /** Visits by `context.sid`, sorted by their last event, the oldest first. */
  readonly #visits = new Map<string, Visit>();
  #newestEts = Number.NEGATIVE_INFINITY;
  #newFindings: EventFinding[] = [];

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  add(event: SessionEvent): void {
    const origin =
      this.#origins.get(event.origin) ?? new OriginAudit(this.#settings, (finding) => this.#addFinding(finding));
    this.#origins.set(event.origin, origin);
    origin.add(event);
    this.#newestEts = Math.max(this.#newestEts, event.ets);
    if (event.sid !== '') this.#trackVisit(event);
  }

  /** Audits the events of an origin up to `last`. No earlier event may be added after this call. */
  settle(origin: SessionOrigin, last: SessionEvent): void {
    this.#origins.get(origin)?.settle(last);
  }

  /** Audits the remaining events of an origin without open sessions, and removes the origin. */
  forget(origin: SessionOrigin): void {
    this.#origins.get(origin)?.settle(null);
    this.#origins.delete(origin);
  }

  /** Returns the new findings that no later event can withdraw. */
  take(): readonly EventFinding[] {
    const findings = this.#newFindings;
    this.#newFindings = [];
    return findings;
  }

  /** Returns all other findings. Call when no event will follow. */
  end(): readonly EventFinding[] {
    for (const origin of this.#origins.values()) origin.end();
    this.#origins.clear();
    return this.take();
  }

  #addFinding(finding: EventFinding): void {
    this.#newFindings.push(finding);
  }

  #trackVisit(event: SessionEvent): void {
    const { sid, ets, origin } = event;
    const visit = this.#visits.get(sid) ?? { first: event, origins: new Set<string>(), newestEts: ets };
    visit.newestEts = Math.max(visit.newestEts, ets);
    const key = originKey(origin);
    if (visit.first !== event && !visit.origins.has(key)) {
      this.#addFinding({ finding: splitFinding(visit.first, event), event });
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

/** Audits the events of one origin. Reports each finding once, when no later event can withdraw it. */
class OriginAudit {
  readonly #onFinding: (finding: EventFinding) => void;
  readonly #journal = new FindingJournal();
  readonly #audit: SessionAudit;
  readonly #events: SessionEvent[] = [];
  /** Whether the events are in the order of `ets`. */
  #isSorted = true;
  /** Pages with an IMPRESSION in the open app session. */
  readonly #pagesWithImpression = new Set<string>();
  /** INTERACT events by their page, for pages without an IMPRESSION so far. */
  readonly #interactsWithoutImpression = new Map<string, [SessionEvent, ...SessionEvent[]]>();
  /** Earlier events that a later finding may be about, by their rows. */
  #storedEvents = new Map<number, SessionEvent>();
  readonly #pending = new Map<string, SessionFinding>();
  #layer = this.#journal.begin('first');

  constructor(settings: SessionSettings, onFinding: (finding: EventFinding) => void) {
    this.#onFinding = onFinding;
    this.#audit = new SessionAudit(settings, this.#journal, () => this.#endPages());
  }

  add(event: SessionEvent): void {
    const last = this.#events.at(-1);
    if (last !== undefined && compareEvents(last, event) > 0) this.#isSorted = false;
    this.#events.push(event);
  }

  /** @param last the last event to audit, or `null` for all events. */
  settle(last: SessionEvent | null): void {
    this.#sort();
    const end = last === null ? -1 : this.#events.findIndex((event) => compareEvents(event, last) > 0);
    this.#auditEvents(this.#events.splice(0, end === -1 ? this.#events.length : end));
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
    const startedSessions = sessions.flatMap((session) => session.started ?? []);
    const withdrawableKeys = new Set(
      isEnd
        ? []
        : startedSessions
            .filter(({ isBroken }) => isBroken)
            .map(({ event: { row } }) => findingKey({ code: 'never-ended', rows: [row] })),
    );
    this.#reportFinal(events, withdrawableKeys);
    this.#storedEvents = new Map(
      [...startedSessions.map(({ event }) => event), ...(previous === null ? [] : [previous])].map((event) => [
        event.row,
        event,
      ]),
    );
    if (isAppClosed) this.#endPages();
  }

  #reportFinal(events: readonly SessionEvent[], withdrawableKeys: ReadonlySet<string>): void {
    const byRow = new Map(events.map((event) => [event.row, event]));
    for (const [key, finding] of this.#pending) {
      if (withdrawableKeys.has(key)) continue;
      this.#pending.delete(key);
      const [row] = finding.rows;
      const event = byRow.get(row) ?? this.#storedEvents.get(row);
      if (event !== undefined) this.#onFinding({ finding, event });
    }
    // Only findings that may be withdrawn stay in the journal.
    this.#journal.drop(this.#layer);
    this.#layer = this.#journal.begin('first');
    for (const finding of this.#pending.values()) this.#journal.set(finding);
    this.#journal.takeChange();
  }

  #addPage(event: SessionEvent): void {
    const { eid, pageId } = event;
    if (pageId === null || pageId === '') return;
    if (eid === 'IMPRESSION') {
      this.#pagesWithImpression.add(pageId);
      this.#interactsWithoutImpression.delete(pageId);
    } else if (eid === 'INTERACT' && !this.#pagesWithImpression.has(pageId)) {
      const interacts = this.#interactsWithoutImpression.get(pageId);
      if (interacts === undefined) this.#interactsWithoutImpression.set(pageId, [event]);
      else if (interacts.length < MAX_PAGE_ROWS) interacts.push(event);
    }
  }

  /**
   * Reports pages without an IMPRESSION.
   * Call at the end of an app session, after which its pages get no IMPRESSION.
   */
  #endPages(): void {
    for (const [page, events] of this.#interactsWithoutImpression)
      this.#onFinding({ finding: pageFinding(page, events), event: events[0] });
    this.#interactsWithoutImpression.clear();
    this.#pagesWithImpression.clear();
  }
}
