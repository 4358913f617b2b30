import type { IncomingMessage } from 'node:http';
import type { CollectedEvent } from '#core/collector/collected-change';
import { forEachInSlices } from '#core/util/time-slices';
import { errorReply, jsonReply as json, type Reply } from '../local-listener';
import type { ApiDeps, Handler } from './api-deps';
import { eventToJson } from './event-json';
import { type EventQuery, findNearest, type NearestEvent, readEventQuery, readWaitQuery } from './event-query';

/** Maximum number of concurrent wait requests. A test suite has a few per worker. */
const MAX_WAITING = 1_000;

/** Creates the handler that responds when `count` events match, or after the timeout. */
export function createWaitHandler(deps: ApiDeps): Handler {
  const { events, toItem, setTimer } = deps;
  let waitingRequests = 0;
  const waitFor = (query: EventQuery, count: number, timeoutMs: number, request: IncomingMessage): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const matched = new Map<number, CollectedEvent>();
      const match = (event: CollectedEvent): void => {
        if (query.matches(event)) matched.set(event.record.row, event);
        else matched.delete(event.record.row);
      };
      waitingRequests += 1;
      let isDone = false;
      const abort = (): void => end(json(404, {}));
      const end = (reply: Reply): void => {
        isDone = true;
        unsubscribe();
        cancel();
        // Removed because a keep-alive connection has further requests.
        request.socket.off('close', abort);
        waitingRequests -= 1;
        resolve(reply);
      };
      const inOrder = () => [...matched.values()].sort((one, other) => one.record.row - other.record.row);
      const firstMatches = () =>
        inOrder()
          .slice(0, count)
          .map((event) => eventToJson(event, toItem));
      const succeedIfDone = (): void => {
        if (!isDone && matched.size >= count) end(json(200, { matched: matched.size, events: firstMatches() }));
      };
      const unsubscribe = events.onChange((change) => {
        if (change.type === 'cleared' || change.type === 'run-cleared')
          for (const row of matched.keys()) if (events.get(row) === null) matched.delete(row);
        const added = 'added' in change ? change.added : [];
        for (const event of [...added, ...('changed' in change ? change.changed : [])]) match(event);
        succeedIfDone();
      });
      const timeOut = (nearest: NearestEvent | null): void => {
        if (isDone) return;
        end(
          json(404, {
            error: `${matched.size} of ${count} events came in time.`,
            matched: matched.size,
            expected: count,
            events: firstMatches(),
            nearest: nearest && { differs: nearest.unmetTerms, ...eventToJson(nearest.event, toItem) },
          }),
        );
      };
      const cancel = setTimer(timeoutMs, () => void findNearest(events.all(), query, deps).then(timeOut).catch(reject));
      // The client is gone, so the reply is not sent.
      request.socket.once('close', abort);
      const matchStored = ({ record }: CollectedEvent): void => {
        // The event may have been removed or changed meanwhile.
        const event = isDone ? null : events.get(record.row);
        if (event !== null) match(event);
      };
      forEachInSlices(events.all(), matchStored, deps).then(succeedIfDone).catch(reject);
    });
  return (params, request) => {
    const query = readEventQuery(params);
    const waitQuery = readWaitQuery(params);
    if (!query.ok) return errorReply(400, query.failure);
    if (!waitQuery.ok) return errorReply(400, waitQuery.failure);
    if (waitingRequests >= MAX_WAITING) return errorReply(429, 'Too many requests are waiting.');
    return waitFor(query.value, waitQuery.value.count, waitQuery.value.timeoutMs, request);
  };
}
