import { RowRuns } from './row-runs';
import type { SessionEvent } from './session-event';
import type { PageSummary } from './user-session-summary';
import { roundToHundredths } from './user-session-summary';

/** The current page, with the duration of the visit. */
export interface PageVisit {
  readonly page: Pick<SessionEvent, 'pageId' | 'type' | 'env'>;
  /** Number of the visit, in the order of time. */
  readonly order: number;
  seconds: number;
  /** Index of the innermost session of the visit in the stack. */
  depth: number;
}

interface VisitedPage {
  readonly type: string | null;
  readonly env: string;
  readonly order: number;
  readonly seconds: number;
  readonly visits: number;
}

/** Counts of a session, without its open inner sessions. */
export class SessionCounts {
  readonly events = new Map<string, number>();
  readonly #pages = new Map<string | null, VisitedPage>();
  readonly rows = new RowRuns();
  interacts = 0;
  itemResponses = 0;

  /** Size of the counts, to which the time of {@link addAll} is proportional. */
  get size(): number {
    return this.events.size + this.#pages.size + this.rows.length;
  }

  addEvent({ eid, type, row }: SessionEvent, interactTypes: ReadonlySet<string>): void {
    this.events.set(eid, (this.events.get(eid) ?? 0) + 1);
    this.rows.add(row);
    if (eid === 'INTERACT' && type !== null && interactTypes.has(type.toLowerCase())) this.interacts += 1;
  }

  addVisit(visit: Readonly<PageVisit>): void {
    addVisit(this.#pages, visit);
  }

  addAll(other: SessionCounts): void {
    for (const [eid, count] of other.events) this.events.set(eid, (this.events.get(eid) ?? 0) + count);
    for (const [id, page] of other.#pages) addPage(this.#pages, id, page);
    this.rows.addAll(other.rows);
    this.interacts += other.interacts;
    this.itemResponses += other.itemResponses;
  }

  /** Returns the pages, including the current visit, in the order of their first visits. */
  summarizePages(visit: Readonly<PageVisit> | null): readonly PageSummary[] {
    const pages = new Map(this.#pages);
    if (visit !== null) addVisit(pages, visit);
    return [...pages]
      .sort(([, one], [, other]) => one.order - other.order)
      .map(([id, { type, env, seconds, visits }]) => ({
        id,
        type,
        env,
        timeSpent: roundToHundredths(seconds),
        visits,
      }));
  }
}

function addVisit(pages: Map<string | null, VisitedPage>, { page, order, seconds }: Readonly<PageVisit>): void {
  addPage(pages, page.pageId, { type: page.type, env: page.env, order, seconds, visits: 1 });
}

function addPage(pages: Map<string | null, VisitedPage>, id: string | null, page: VisitedPage): void {
  const current = pages.get(id);
  if (current === undefined) {
    pages.set(id, page);
    return;
  }
  const { type, env, order } = current.order < page.order ? current : page;
  pages.set(id, { type, env, order, seconds: current.seconds + page.seconds, visits: current.visits + page.visits });
}

/** Adds the smaller counts to the larger ones, so that each event is added at most log(n) times. */
export function joinCounts(outer: SessionCounts | null, inner: SessionCounts): SessionCounts {
  if (outer === null) return inner;
  const [larger, smaller] = outer.size < inner.size ? [inner, outer] : [outer, inner];
  larger.addAll(smaller);
  return larger;
}

/** Copies counts. Returns empty counts for `null`. */
export function copyCounts(counts: SessionCounts | null): SessionCounts {
  const copy = new SessionCounts();
  if (counts !== null) copy.addAll(counts);
  return copy;
}
