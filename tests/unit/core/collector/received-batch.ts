import type { ReceivedBatch } from '#core/collector/collected-change';
import { type ParsedBatchBody, parseBatchBody, parseUnkeyedBody, withFirstEvents } from '#core/wire/batch-body';
import { eventOf } from '../telemetry/sample-events';

/** Returns a valid INTERACT, whose mid contains the id. */
export const touch = (id: string, overrides: object = {}) =>
  eventOf('interact', { type: 'TOUCH', id, pageid: 'home' }, { mid: `INTERACT:${id}`, ...overrides });

/** An INTERACT whose type is not in the list of the definition. */
export const invalidTouch = (id: string) => touch(id, { edata: { type: 'click', id, pageid: 'home' } });

export const batchOf = (...events: readonly unknown[]) => ({
  id: 'api.sunbird.telemetry',
  ver: '3.0',
  params: { msgid: 'm-1' },
  ets: 1_763_620_200_000,
  events,
});

/** Parses a body. Throws if it has no telemetry. */
export function parseBatchOrThrow(body: unknown): ParsedBatchBody {
  return orThrow(parseBatchBody(JSON.stringify(body)));
}

function orThrow<Parsed>(parsed: Parsed | null): Parsed {
  if (parsed === null) throw new Error('no telemetry');
  return parsed;
}

/** Returns a batch that a collector received, with status 200. Throws if the body has no telemetry. */
export function createReceivedBatch(body: object, source: Partial<ReceivedBatch['source']> = {}): ReceivedBatch {
  return createReceivedText(JSON.stringify(body), source);
}

/** Like {@link createReceivedBatch}, for the text of a body. */
export function createReceivedText(text: string, source: Partial<ReceivedBatch['source']> = {}): ReceivedBatch {
  const { body, keyBytes } = orThrow(parseUnkeyedBody(text));
  return {
    at: 1_763_620_200_500,
    url: '/v1/telemetry',
    source: { run: '', address: '127.0.0.1', page: '', userAgent: '', stamped: {}, ...source },
    end: { status: 'responded', httpStatus: 200, durationMs: 0 },
    body: withFirstEvents(body),
    keyBytes,
    utf8: new TextEncoder().encode(text),
  };
}
