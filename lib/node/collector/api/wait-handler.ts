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
  let waiting = 0;
  const waitFor = (query: EventQuery, count: number, timeoutMs: number, request: IncomingMessage): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const matched = new Map<number, CollectedEvent>();
      const match = (event: CollectedEvent): void => {
        if (query.matches(event)) matched.set(event.record.row, event);
        else matched.delete(event.record.row);
      };
      waiting += 1;
      let isOver = false;
      const leave = (): void => end(json(404, {}));
      const end = (reply: Reply): void => {
        isOver = true;
        unsubscribe();
        cancel();
        // Removed because a keep-alive connection has further requests.
        request.socket.off('close', leave);
        waiting -= 1;
        resolve(reply);
      };
      const inOrder = () => [...matched.values()].sort((one, other) => one.record.row - other.record.row);
      const listed = () =>
        inOrder()
          .slice(0, count)
          .map((event) => eventToJson(event, toItem));
      const succeedIfDone = (): void => {
        if (!isOver && matched.size >= count) end(json(200, { matched: matched.size, events: listed() }));
      };
      const unsubscribe = events.onChange((change) => {
        if (change.type === 'cleared' || change.type === 'run-cleared')
          for (const row of matched.keys()) if (events.get(row) === null) matched.delete(row);
        const added = 'added' in change ? change.added : [];
        for (const event of [...added, ...('changed' in change ? change.changed : [])]) match(event);
        succeedIfDone();
      });
      const fail = (nearest: NearestEvent | null): void => {
        if (isOver) return;
        end(
          json(404, {
            error: `${matched.size} of ${count} events came in time.`,
            matched: matched.size,
            expected: count,
            events: listed(),
            nearest: nearest && { differs: nearest.unmetTerms, ...eventToJson(nearest.event, toItem) },
          }),
        );
      };
      const cancel = setTimer(timeoutMs, () => void findNearest(events.all(), query, deps).then(fail).catch(reject));
      // The client is gone, so the reply is not sent.
      request.socket.once('close', leave);
      const matchStored = ({ record }: CollectedEvent): void => {
        const stored = isOver ? null : events.get(record.row);
        if (stored !== null) match(stored);
      };
      forEachInSlices(events.all(), matchStored, deps).then(succeedIfDone).catch(reject);
    });
  return (params, request) => {
    const query = readEventQuery(params);
    const wanted = readWaitQuery(params);
    if (!query.ok) return errorReply(400, query.failure);
    if (!wanted.ok) return errorReply(400, wanted.failure);
    if (waiting >= MAX_WAITING) return errorReply(429, 'Too many requests are waiting.');
    return waitFor(query.value, wanted.value.count, wanted.value.timeoutMs, request);
  };
}
