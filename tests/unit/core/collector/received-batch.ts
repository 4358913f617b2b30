import type { ReceivedBatch } from '#core/collector/collected-change';
import { parseBatchBody, withFirstEvents } from '#core/wire/batch-body';
import { eventOf } from '../telemetry/sample-events';

/** A valid INTERACT with an id of its own. */
export const touch = (id: string, more: object = {}) =>
  eventOf('interact', { type: 'TOUCH', id, pageid: 'home' }, { mid: `INTERACT:${id}`, ...more });

export const batchOf = (...events: readonly unknown[]) => ({
  id: 'api.sunbird.telemetry',
  ver: '3.0',
  params: { msgid: 'm-1' },
  ets: 1_763_620_200_000,
  events,
});

/** A batch as a collector received it, with status 200. Throws if the body isn't a batch. */
export function receivedBatch(body: object, source: Partial<ReceivedBatch['source']> = {}): ReceivedBatch {
  const parsed = parseBatchBody(JSON.stringify(body));
  if (parsed === null) throw new Error('no telemetry');
  return {
    at: 1_763_620_200_500,
    url: '/v1/telemetry',
    source: { run: '', address: '127.0.0.1', page: '', userAgent: '', stamped: {}, ...source },
    end: { status: 'responded', httpStatus: 200, durationMs: 0 },
    body: withFirstEvents(parsed),
  };
}
