import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { compareEvents, insertEvents, placeOfEvent, removeEvents } from './event-order';
import { type FindingChange, FindingJournal } from './finding-journal';
import type { SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** Rows that a finding names. */
export const MAX_PAGE_ROWS = 10;

/** Events of a page, in the order of `ets`. */
interface PageEvents {
  readonly impressions: SessionEvent[];
  readonly interacts: SessionEvent[];
  /** The INTERACT events that findings are about. */
  readonly found: SessionEvent[];
}

/**
 * Finds INTERACT events on pages that have no IMPRESSION in their app session.
 * Only pages whose events or app sessions changed are looked at again.
 */
export class PageAudit {
  readonly #journal = new FindingJournal();
  readonly #pages = new Map<string, PageEvents>();
  /** The events that open app sessions, in the order of `ets`. */
  readonly #openings: SessionEvent[] = [];
  /** Pages to look at again, each in the app sessions around some events. */
  readonly #touched = new Map<string, SessionEvent[]>();

  /** Adds events that are not there. */
  add(events: Iterable<SessionEvent>): void {
    for (const [id, own] of groupByPage(events)) {
      const page = this.#pages.get(id) ?? { impressions: [], interacts: [], found: [] };
      this.#pages.set(id, page);
      insertEvents(page.impressions, own.filter(isImpression));
      insertEvents(page.interacts, own.filter(isInteract));
      this.#touch(id, own);
    }
  }

  /** Removes events that are there. */
  remove(events: Iterable<SessionEvent>): void {
    for (const [id, own] of groupByPage(events)) {
      const page = this.#pages.get(id);
      if (page === undefined) continue;
      removeEvents(page.impressions, new Set(own.filter(isImpression)));
      removeEvents(page.interacts, new Set(own.filter(isInteract)));
      for (const event of own) this.#touch(id, [event, ...findNeighbours(page, event)]);
    }
  }

  /**
   * Replaces the openings of app sessions between two events, the second one excluded. `null` is the begin, or the end.
   *
   * @param events all of the origin, in the order of `ets`.
   */
  replaceOpenings(
    from: SessionEvent | null,
    until: SessionEvent | null,
    openings: readonly SessionEvent[],
    events: readonly SessionEvent[],
  ): void {
    const first = from === null ? 0 : placeOfEvent(this.#openings, from);
    const end = until === null ? this.#openings.length : placeOfEvent(this.#openings, until);
    const toPlaces = (some: readonly SessionEvent[]) => new Set(some.map((event) => placeOfEvent(events, event)));
    const before = toPlaces(this.#openings.slice(first, end));
    const after = toPlaces(openings);
    const next = this.#openings[end];
    const later = this.#openings.splice(first).slice(end - first);
    insertEvents(this.#openings, openings);
    insertEvents(this.#openings, later);
    const places = [...new Set([...before, ...after])].sort((one, other) => one - other);
    places.forEach((place, at) => {
      if (before.has(place) && after.has(place)) return;
      const endPlace = places[at + 1] ?? (next === undefined ? events.length : placeOfEvent(events, next));
      this.#touchBoundary(events, place, endPlace);
    });
  }

  /** Returns how the findings changed since the last call. */
  settle(): FindingChange {
    for (const [id, events] of this.#touched) {
      const page = this.#pages.get(id);
      if (page === undefined) continue;
      for (const at of new Set(events.map((event) => this.#sessionOf(event)))) this.#settlePage(id, page, at);
      if (page.impressions.length + page.interacts.length === 0) this.#pages.delete(id);
    }
    this.#touched.clear();
    return this.#journal.takeChange();
  }

  /** Looks again at pages with events on both sides of a place at which an app session begins, or does no more. */
  #touchBoundary(events: readonly SessionEvent[], place: number, end: number): void {
    for (const [id, [first]] of groupByPage(events.slice(place, end))) {
      const page = this.#pages.get(id);
      if (page !== undefined) this.#touch(id, [first, ...findNeighbours(page, first)]);
    }
  }

  #touch(id: string, events: readonly SessionEvent[]): void {
    const touched = this.#touched.get(id);
    if (touched === undefined) this.#touched.set(id, [...events]);
    else for (const event of events) touched.push(event);
  }

  /** Returns the place of the opening of the app session around an event; -1 for one that was removed before them. */
  #sessionOf(event: SessionEvent): number {
    const place = placeOfEvent(this.#openings, event);
    const opening = this.#openings[place];
    return opening !== undefined && compareEvents(opening, event) === 0 ? place : place - 1;
  }

  #settlePage(id: string, { impressions, interacts, found }: PageEvents, session: number): void {
    const [opening, next] = [this.#openings[session], this.#openings[session + 1]];
    const placesIn = (events: readonly SessionEvent[]) => [
      opening === undefined ? 0 : placeOfEvent(events, opening),
      next === undefined ? events.length : placeOfEvent(events, next),
    ];
    const [foundFrom = 0, foundTo = 0] = placesIn(found);
    for (const { row } of found.splice(foundFrom, foundTo - foundFrom)) this.#journal.delete('page-not-impressed', row);
    const [impressed = 0, impressedTo = 0] = placesIn(impressions);
    const [from = 0, to = 0] = placesIn(interacts);
    const first = interacts[from];
    if (impressed < impressedTo || from >= to || first === undefined) return;
    found.splice(foundFrom, 0, first);
    const others = interacts.slice(from + 1, Math.min(to, from + MAX_PAGE_ROWS));
    this.#journal.set(pageFinding(id, [first, ...others]));
  }
}

/** Returns the finding about INTERACT events of a page that has no IMPRESSION. */
export function pageFinding(
  page: string,
  [first, ...others]: readonly [SessionEvent, ...SessionEvent[]],
): SessionFinding {
  return {
    ruleSet: SESSION_RULE_SET,
    severity: 'warning',
    code: 'page-not-impressed',
    path: ['edata', 'pageid'],
    params: { reason: 'page-not-impressed', page },
    rows: [first.row, ...others.map(({ row }) => row)],
  };
}

/** Returns the events of a page next to an event, before it and behind it, of each kind. */
function findNeighbours({ impressions, interacts }: PageEvents, event: SessionEvent): readonly SessionEvent[] {
  return [impressions, interacts].flatMap((events) => {
    const place = placeOfEvent(events, event);
    return [events[place - 1], events[place]].filter((neighbour) => neighbour !== undefined);
  });
}

function isImpression({ eid }: SessionEvent): boolean {
  return eid === 'IMPRESSION';
}

function isInteract({ eid }: SessionEvent): boolean {
  return eid === 'INTERACT';
}

/** Groups what IMPRESSION and INTERACT events say of pages. */
function groupByPage(events: Iterable<SessionEvent>): ReadonlyMap<string, [SessionEvent, ...SessionEvent[]]> {
  const groups = new Map<string, [SessionEvent, ...SessionEvent[]]>();
  for (const event of events) {
    const { pageId } = event;
    if (pageId === null || pageId === '' || !(isImpression(event) || isInteract(event))) continue;
    const group = groups.get(pageId);
    if (group === undefined) groups.set(pageId, [event]);
    else group.push(event);
  }
  return groups;
}
