import type { IncomingMessage } from 'node:http';
import type { CollectedChange, CollectedEvent } from '#core/collector/collected-change';
import { forEachInSlices } from '#core/util/time-slices';
import { errorReply, jsonReply as json, type Reply } from '../local-listener';
import type { ApiDeps, Handler } from './api-deps';
import { eventToJson } from './event-json';
import { type EventQuery, findNearest, type NearestEvent, readEventQuery, readWaitQuery } from './event-query';

/** Maximum number of concurrent wait requests. A test suite has a few per worker. */
const MAX_WAITING = 1_000;

/** Creates the handler that responds when `count` events match, or after the timeout. */
export function createWaitHandler(deps: ApiDeps): Handler {
  let waitingRequests = 0;
  return (params, request) => {
    const query = readEventQuery(params);
    const waitQuery = readWaitQuery(params);
    if (!query.ok) return errorReply(400, query.failure);
    if (!waitQuery.ok) return errorReply(400, waitQuery.failure);
    if (waitingRequests >= MAX_WAITING) return errorReply(429, 'Too many requests are waiting.');
    const { count, timeoutMs } = waitQuery.value;
    waitingRequests += 1;
    return waitForEvents(query.value, count, timeoutMs, request, deps).finally(() => {
      waitingRequests -= 1;
    });
  };
}

/** Resolves to the reply of a wait request. Rejects if an event cannot be converted to JSON. */
function waitForEvents(
  query: EventQuery,
  count: number,
  timeoutMs: number,
  request: IncomingMessage,
  deps: ApiDeps,
): Promise<Reply> {
  const { events, toItem, setTimer } = deps;
  return new Promise((resolve, reject) => {
    const matched = new Map<number, CollectedEvent>();
    let isDone = false;
    /** Ends the wait with a reply, or with the error that `createReply` throws. Does nothing after the end. */
    const end = (createReply: () => Reply): void => {
      if (isDone) return;
      isDone = true;
      unsubscribe();
      cancelTimeout();
      // Removed because a keep-alive connection has further requests.
      request.socket.off('close', abort);
      try {
        resolve(createReply());
      } catch (error) {
        reject(error);
      }
    };
    const fail = (error: unknown): void =>
      end(() => {
        throw error;
      });
    const abort = (): void => end(() => json(404, {}));

    const match = (event: CollectedEvent): void => {
      if (query.matches(event)) matched.set(event.record.row, event);
      else matched.delete(event.record.row);
    };
    const firstMatches = () =>
      [...matched.values()]
        .sort((one, other) => one.record.row - other.record.row)
        .slice(0, count)
        .map((event) => eventToJson(event, toItem));
    const endIfMatched = (): void => {
      if (matched.size >= count) end(() => json(200, { matched: matched.size, events: firstMatches() }));
    };
    const handleChange = (change: CollectedChange): void => {
      if (change.type === 'cleared' || change.type === 'run-cleared')
        for (const row of matched.keys()) if (events.get(row) === null) matched.delete(row);
      const added = 'added' in change ? change.added : [];
      const changed = 'changed' in change ? change.changed : [];
      const reflagged = 'reflagged' in change ? change.reflagged : [];
      for (const event of [...added, ...changed, ...reflagged]) match(event);
      endIfMatched();
    };
    const endWithoutMatch = (nearest: NearestEvent | null): void =>
      end(() =>
        json(404, {
          error: `${matched.size} of ${count} events came in time.`,
          matched: matched.size,
          expected: count,
          events: firstMatches(),
          nearest: nearest && { differs: nearest.unmetTerms, ...eventToJson(nearest.event, toItem) },
        }),
      );
    const unsubscribe = events.onChange(handleChange);
    const cancelTimeout = setTimer(
      timeoutMs,
      () => void findNearest(events.all(), query, deps).then(endWithoutMatch).catch(fail),
    );
    // The client is gone, so the reply is not sent.
    request.socket.once('close', abort);
    const matchStored = ({ record }: CollectedEvent): void => {
      // The event may have been removed or changed meanwhile.
      const event = isDone ? null : events.get(record.row);
      if (event !== null) match(event);
    };
    forEachInSlices(events.all(), matchStored, deps).then(endIfMatched).catch(fail);
  });
}
