import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { compareEvents, indexOfEvent, insertEvents, removeEvents } from './event-order';
import { type FindingChange, FindingJournal } from './finding-journal';
import type { SessionEvent } from './session-event';
import type { SessionFinding } from './session-finding';

/** Limit of the rows of a finding. */
export const MAX_PAGE_ROWS = 10;

/** The events of a page, in the order of `ets`. */
interface PageEvents {
  readonly impressions: SessionEvent[];
  readonly interacts: SessionEvent[];
  /** The INTERACT events that findings are about. */
  readonly reportedInteracts: SessionEvent[];
}

/**
 * Finds INTERACT events on pages without an IMPRESSION in their app session.
 * Checks only pages again whose events or app sessions have changed.
 */
export class PageAudit {
  readonly #journal = new FindingJournal();
  readonly #pages = new Map<string, PageEvents>();
  /** The events that open app sessions, in the order of `ets`. */
  readonly #openings: SessionEvent[] = [];
  /** Pages to check again, each with events in the app sessions to check. */
  readonly #touched = new Map<string, SessionEvent[]>();

  /** Adds new events. */
  add(events: Iterable<SessionEvent>): void {
    for (const [id, pageEvents] of groupByPage(events)) {
      const page = this.#pages.get(id) ?? { impressions: [], interacts: [], reportedInteracts: [] };
      this.#pages.set(id, page);
      insertEvents(page.impressions, pageEvents.filter(isImpression));
      insertEvents(page.interacts, pageEvents.filter(isInteract));
      this.#touch(id, pageEvents);
    }
  }

  /** Removes existing events. */
  remove(events: Iterable<SessionEvent>): void {
    for (const [id, pageEvents] of groupByPage(events)) {
      const page = this.#pages.get(id);
      if (page === undefined) continue;
      removeEvents(page.impressions, new Set(pageEvents.filter(isImpression)));
      removeEvents(page.interacts, new Set(pageEvents.filter(isInteract)));
      for (const event of pageEvents) this.#touch(id, [event, ...findNeighbors(page, event)]);
    }
  }

  /**
   * Replaces the openings of app sessions between two events, the second one excluded.
   * `null` means the beginning or the end.
   *
   * @param events all events of the origin, in the order of `ets`.
   */
  replaceOpenings(
    from: SessionEvent | null,
    until: SessionEvent | null,
    openings: readonly SessionEvent[],
    events: readonly SessionEvent[],
  ): void {
    const first = from === null ? 0 : indexOfEvent(this.#openings, from);
    const end = until === null ? this.#openings.length : indexOfEvent(this.#openings, until);
    const toIndexes = (list: readonly SessionEvent[]) => new Set(list.map((event) => indexOfEvent(events, event)));
    const before = toIndexes(this.#openings.slice(first, end));
    const after = toIndexes(openings);
    const next = this.#openings[end];
    const later = this.#openings.splice(first).slice(end - first);
    insertEvents(this.#openings, openings);
    insertEvents(this.#openings, later);
    const indexes = [...new Set([...before, ...after])].sort((one, other) => one - other);
    indexes.forEach((index, at) => {
      if (before.has(index) && after.has(index)) return;
      const endIndex = indexes[at + 1] ?? (next === undefined ? events.length : indexOfEvent(events, next));
      this.#touchBoundary(events, index, endIndex);
    });
  }

  /** Returns the changes of the findings since the last call. */
  takeChange(): FindingChange {
    for (const [id, events] of this.#touched) {
      const page = this.#pages.get(id);
      if (page === undefined) continue;
      for (const at of new Set(events.map((event) => this.#sessionOf(event)))) this.#updatePage(id, page, at);
      if (page.impressions.length + page.interacts.length === 0) this.#pages.delete(id);
    }
    this.#touched.clear();
    return this.#journal.takeChange();
  }

  /** Marks the pages with events at a new or removed beginning of an app session. */
  #touchBoundary(events: readonly SessionEvent[], start: number, end: number): void {
    for (const [id, [first]] of groupByPage(events.slice(start, end))) {
      const page = this.#pages.get(id);
      if (page !== undefined) this.#touch(id, [first, ...findNeighbors(page, first)]);
    }
  }

  #touch(id: string, events: readonly SessionEvent[]): void {
    const touched = this.#touched.get(id);
    if (touched === undefined) this.#touched.set(id, [...events]);
    else for (const event of events) touched.push(event);
  }

  /** Returns the index of the app session with an event, or -1 for an event before all app sessions. */
  #sessionOf(event: SessionEvent): number {
    const index = indexOfEvent(this.#openings, event);
    const opening = this.#openings[index];
    return opening !== undefined && compareEvents(opening, event) === 0 ? index : index - 1;
  }

  #updatePage(id: string, { impressions, interacts, reportedInteracts }: PageEvents, session: number): void {
    const [opening, next] = [this.#openings[session], this.#openings[session + 1]];
    const rangeOf = (events: readonly SessionEvent[]) => [
      opening === undefined ? 0 : indexOfEvent(events, opening),
      next === undefined ? events.length : indexOfEvent(events, next),
    ];
    const [reportedFrom = 0, reportedTo = 0] = rangeOf(reportedInteracts);
    for (const { row } of reportedInteracts.splice(reportedFrom, reportedTo - reportedFrom))
      this.#journal.delete('page-not-impressed', row);
    const [impressionFrom = 0, impressionTo = 0] = rangeOf(impressions);
    const [from = 0, to = 0] = rangeOf(interacts);
    const first = interacts[from];
    if (impressionFrom < impressionTo || from >= to || first === undefined) return;
    reportedInteracts.splice(reportedFrom, 0, first);
    const others = interacts.slice(from + 1, Math.min(to, from + MAX_PAGE_ROWS));
    this.#journal.setAfterDeletions(pageFinding(id, [first, ...others]));
  }
}

/** Returns the finding about INTERACT events of a page without an IMPRESSION. */
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

/** Returns the previous and the next event of a page, for each kind. */
function findNeighbors({ impressions, interacts }: PageEvents, event: SessionEvent): readonly SessionEvent[] {
  return [impressions, interacts].flatMap((events) => {
    const index = indexOfEvent(events, event);
    return [events[index - 1], events[index]].filter((neighbor) => neighbor !== undefined);
  });
}

function isImpression({ eid }: SessionEvent): boolean {
  return eid === 'IMPRESSION';
}

function isInteract({ eid }: SessionEvent): boolean {
  return eid === 'INTERACT';
}

/** Groups IMPRESSION and INTERACT events by page. */
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
