import { setBounded } from '#core/util/lru';
import type { EpochMilliseconds, RequestEnd } from '../record';
import type { RecordIndex } from '../record-index';
import { createRequestMatcher, type DevtoolsMatch, type RequestMatcher } from '../request-matcher';
import { shortenResponse } from '../values/shorten-record';
import type { BatchCarrier } from './batch-carrier';
import {
  type Changed,
  NOWHERE,
  type ObservationSource,
  type PageEnd,
  type SecretGuard,
  type SeenBatch,
} from './observations';

/** Requests whose body is being unpacked at one time; a page that forges more gains nothing. */
const MAX_EARLY = 1_000;

interface RequestObserverDeps {
  readonly guard: SecretGuard;
  readonly records: RecordIndex;
  readonly carrier: BatchCarrier;
}

/** Tracks requests from the page's report, or that of DevTools, to their responses. */
export interface RequestObserver {
  /** The page sends a batch. */
  addRequest(batch: SeenBatch, source: ObservationSource): Changed;
  endRequest(requestId: string, end: PageEnd, at: EpochMilliseconds): Changed;
  /** DevTools reports a finished request: the same one, or one that no hook saw. */
  addDevtoolsRequest(batch: SeenBatch): Changed;
  /** A request of DevTools' log, from before the panel listened: counts only if the page reported it too. */
  addLoggedRequest(batch: SeenBatch): Changed;
  /** The text of a request's response, which DevTools hands out later than the request. */
  addResponse(requestId: string, response: string): Changed;
  /** The page's requests that DevTools has not reported yet. */
  readonly unfinished: RequestMatcher['unfinished'];
  /** Forgets the requests that no row has any more. Call it when rows were evicted. */
  evict(): void;
}

export function createRequestObserver({ guard, records, carrier }: RequestObserverDeps): RequestObserver {
  const { changeRequest, put } = records;
  const { carryAll } = carrier;
  const requests = createRequestMatcher();
  /** Ids of the page's requests, by those that DevTools gave them. */
  const pageIdOf = new Map<string, string>();
  const earlyEnds = new Map<string, { readonly end: PageEnd; readonly at: EpochMilliseconds }>();

  /** The request that DevTools reported before is the page's own. */
  const takeOver = (finishedId: string, { id, transport, at, end }: SeenBatch, source: ObservationSource): Changed => {
    pageIdOf.set(finishedId, id);
    const joined = requests.endForPage(id, end);
    const changed = changeRequest(finishedId, (request) => ({ ...request, id, transport, at, end: joined }));
    records.renameRequest(finishedId, id);
    return changed.map((record) => (record.documentKey === '' ? put({ ...record, ...source }) : record));
  };

  /** DevTools reports the requests of a worker in the order in which they end: an earlier one takes the page's place. */
  const putBefore = (batch: SeenBatch, { id, end, later }: Extract<DevtoolsMatch, { type: 'earlier' }>): Changed => {
    pageIdOf.delete(later.id);
    pageIdOf.set(batch.id, id);
    let response: string | null = null;
    const changed = changeRequest(id, (request) => {
      response = request.responseText;
      return { ...request, end, responseText: null };
    });
    const added = carryAll({ ...batch, id: later.id, at: later.at, end: later.end }, NOWHERE);
    return [...changed, ...added, ...changeRequest(later.id, (request) => ({ ...request, responseText: response }))];
  };

  const takeMatch = (batch: SeenBatch, match: DevtoolsMatch): Changed => {
    if (match.type === 'new') return carryAll({ ...batch, end: match.end }, NOWHERE);
    if (match.type === 'earlier') return putBefore(batch, match);
    pageIdOf.set(batch.id, match.id);
    return changeRequest(match.id, (request) => ({ ...request, end: match.end }));
  };

  /** A page observes the end of a request once. */
  const isEndKnown = (id: string): boolean => {
    const state = requests.endStateForPage(id);
    if (state !== 'unknown') return state === 'ended';
    const [row = null] = records.rowsOfRequest(id);
    const request = records.get(row)?.requests.find((seen) => seen.id === id);
    return request !== undefined && request.end.status !== 'open';
  };

  return {
    addRequest(batch, source) {
      const early = earlyEnds.get(batch.id);
      earlyEnds.delete(batch.id);
      const seen = early ? { ...batch, end: withDuration(early.end, early.at - batch.at) } : batch;
      const reportedId = requests.addFromPage(seen);
      return reportedId === null ? carryAll(seen, source) : takeOver(reportedId, seen, source);
    },

    endRequest(requestId, reported, at) {
      if (isEndKnown(requestId)) return [];
      const end = reported.status === 'failed' ? guard.redact(reported) : reported;
      const changed = changeRequest(requestId, (request) => ({
        ...request,
        end: requests.endForPage(requestId, withDuration(end, at - request.at)),
      }));
      if (changed.length === 0) setBounded(earlyEnds, requestId, { end, at }, MAX_EARLY);
      return changed;
    },

    addDevtoolsRequest: (batch) => takeMatch(batch, requests.addFromDevtools(batch)),

    addLoggedRequest(batch) {
      const match = requests.joinFromDevtools(batch);
      return match ? takeMatch(batch, match) : [];
    },

    addResponse(requestId, text) {
      const id = pageIdOf.get(requestId) ?? requestId;
      const response = guard.redact(text);
      return changeRequest(id, (request, { longValues }) => ({
        ...request,
        responseText: longValues === undefined ? response : shortenResponse(response),
      }));
    },

    unfinished: requests.unfinished,

    evict() {
      for (const [finishedId, id] of pageIdOf) if (!records.hasRequest(id)) pageIdOf.delete(finishedId);
      requests.evictUnpairable();
    },
  };
}

function withDuration(end: PageEnd, durationMs: number): RequestEnd {
  return end.status === 'queued' ? end : { ...end, durationMs };
}
