import type { TelemetryRecord } from '#core/journey/record';
import type { SentRequest } from './sent-request';

/** Number of events in one synthetic request: the maximum that the SDKs send. */
export const SYNTHETIC_BATCH_SIZE = 1_000;
/** URL of synthetic requests. The domain cannot exist (RFC 2606, section 2). */
const SYNTHETIC_REQUEST_URL = 'https://collector.invalid/v1/telemetry';

/** Note in a file on a synthetic request. Text in files is always English. */
export const SYNTHETIC_REQUEST_NOTE = 'Synthetic request: the events come from a file, and no request carried them.';

/** Whether an event comes from a file of events, so its request is unknown. */
export function needsSyntheticRequest({ requests, event }: TelemetryRecord): boolean {
  return requests.length === 0 && event?.observedIn === 'file';
}

/** Creates a synthetic request that carries events of a file, in the shape of the SDKs. */
export function createSyntheticRequest(records: readonly TelemetryRecord[], number: number): SentRequest {
  const id = `synthetic-${number}`;
  const at = records[0]?.at ?? 0;
  const events = records.map(({ event }) => event?.json ?? null);
  const bodyFields = { id: 'api.telemetry', ver: '3.0', params: { msgid: id }, ets: at };
  const body = { ...bodyFields, events };
  const request = {
    id,
    transport: 'unknown',
    url: SYNTHETIC_REQUEST_URL,
    method: 'POST',
    at,
    end: { status: 'queued' },
    responseText: null,
    bodyBytes: new TextEncoder().encode(JSON.stringify(body)).length,
    bodyFields,
    batchSize: events.length,
    indexInBatch: 0,
    copies: 1,
    carriedEvent: null,
  } as const;
  return { request, values: [body], sources: [], knownEvents: events.length, isSynthetic: true };
}
