import { setBounded } from '#core/util/lru';
import type { EpochMilliseconds, RequestEnd } from '../record';
import type { RecordIndex } from '../record-index';
import { createRequestMatcher, type DevtoolsMatch, type RequestMatcher } from '../request-matcher';
import { shortenResponse } from '../values/truncate-record';
import type { BatchAttacher } from './batch-attacher';
import {
  type Changed,
  type ObservationSource,
  type ObservedBatch,
  type PageEnd,
  type SecretGuard,
  UNKNOWN_SOURCE,
} from './observations';

/** Limit of the requests that end before their compressed body is entered. A page may forge more. */
const MAX_EARLY_ENDS = 1_000;

interface RequestObserverDeps {
  readonly guard: SecretGuard;
  readonly records: RecordIndex;
  readonly attacher: BatchAttacher;
}

/** Tracks requests, as reported by the page and DevTools, until their responses. */
export interface RequestObserver {
  /** Adds a batch that the page sends. */
  addRequest(batch: ObservedBatch, source: ObservationSource): Changed;
  endRequest(requestId: string, end: PageEnd, at: EpochMilliseconds): Changed;
  /** Adds a finished request from DevTools. The page may have reported the request before. */
  addDevtoolsRequest(batch: ObservedBatch): Changed;
  /** Adds an earlier request from DevTools' log. Ignores it unless the page has reported it, too. */
  addLoggedRequest(batch: ObservedBatch): Changed;
  /** Adds the text of a response, which DevTools provides later than the request. */
  addResponse(requestId: string, response: string): Changed;
  /** The page's requests that DevTools has not reported yet. */
  readonly unfinished: RequestMatcher['unfinished'];
  /** Drops the requests without rows. Call when rows were evicted. */
  evict(): void;
}

export function createRequestObserver({ guard, records, attacher }: RequestObserverDeps): RequestObserver {
  const { changeRequest, put } = records;
  const { attachBatch } = attacher;
  const requests = createRequestMatcher();
  /** IDs of the page's requests, by their IDs in DevTools. */
  const pageIdOf = new Map<string, string>();
  const earlyEnds = new Map<string, { readonly end: PageEnd; readonly at: EpochMilliseconds }>();

  /** Replaces the ID and times of a request that DevTools reported first by those of the page. */
  const takeOver = (
    finishedId: string,
    { id, transport, at, end }: ObservedBatch,
    source: ObservationSource,
  ): Changed => {
    pageIdOf.set(finishedId, id);
    const mergedEnd = requests.setPageEnd(id, end);
    const changed = changeRequest(finishedId, (request) => ({ ...request, id, transport, at, end: mergedEnd }));
    records.renameRequest(finishedId, id);
    return changed.map((record) => (record.documentKey === '' ? put({ ...record, ...source }) : record));
  };

  /** Inserts an earlier request of a worker, because DevTools reports requests in the order in which they end. */
  const insertEarlier = (batch: ObservedBatch, match: Extract<DevtoolsMatch, { type: 'earlier' }>): Changed => {
    const { id, end, later } = match;
    pageIdOf.delete(later.id);
    pageIdOf.set(batch.id, id);
    let response: string | null = null;
    const changed = changeRequest(id, (request) => {
      response = request.responseText;
      return { ...request, end, responseText: null };
    });
    const added = attachBatch({ ...batch, id: later.id, at: later.at, end: later.end }, UNKNOWN_SOURCE);
    return [...changed, ...added, ...changeRequest(later.id, (request) => ({ ...request, responseText: response }))];
  };

  const takeMatch = (batch: ObservedBatch, match: DevtoolsMatch): Changed => {
    if (match.type === 'new') return attachBatch({ ...batch, end: match.end }, UNKNOWN_SOURCE);
    if (match.type === 'earlier') return insertEarlier(batch, match);
    pageIdOf.set(batch.id, match.id);
    return changeRequest(match.id, (request) => ({ ...request, end: match.end }));
  };

  /** Whether the page has reported the end of a request. Further reports are ignored. */
  const isEndKnown = (id: string): boolean => {
    const state = requests.pageEndState(id);
    if (state !== 'unknown') return state === 'ended';
    const [row = null] = records.rowsOfRequest(id);
    const request = records.get(row)?.requests.find((other) => other.id === id);
    return request !== undefined && request.end.status !== 'open';
  };

  return {
    addRequest(batch, source) {
      const early = earlyEnds.get(batch.id);
      earlyEnds.delete(batch.id);
      const observation = early ? { ...batch, end: withDuration(early.end, early.at - batch.at) } : batch;
      const reportedId = requests.addFromPage(observation);
      return reportedId === null ? attachBatch(observation, source) : takeOver(reportedId, observation, source);
    },

    endRequest(requestId, pageEnd, at) {
      if (isEndKnown(requestId)) return [];
      const end = pageEnd.status === 'failed' ? guard.redact(pageEnd) : pageEnd;
      const changed = changeRequest(requestId, (request) => ({
        ...request,
        end: requests.setPageEnd(requestId, withDuration(end, at - request.at)),
      }));
      if (changed.length === 0) setBounded(earlyEnds, requestId, { end, at }, MAX_EARLY_ENDS);
      return changed;
    },

    addDevtoolsRequest: (batch) => takeMatch(batch, requests.addFromDevtools(batch)),

    addLoggedRequest(batch) {
      const match = requests.matchFromDevtools(batch);
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
      requests.evictUnmatchable();
    },
  };
}

function withDuration(end: PageEnd, durationMs: number): RequestEnd {
  return end.status === 'queued' ? end : { ...end, durationMs };
}
