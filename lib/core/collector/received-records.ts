import { createEventRecord, EMPTY, timeOfSentEvent } from '#core/journey/correlator/new-record';
import type { ObservedEvent, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { secretGuard } from '#core/stream/secret-guard';
import { excerptOfFault, type RejectedBody } from '#core/telemetry/body/rejected-body';
import type { ReceivedBatch, RejectedRequest, UnreadableBody } from './collected-change';
import type { BatchRequest } from './collected-row';
import { toSender } from './request-source';

/** Limit of the shown text of a rejected body. The start is enough to recognize the body. */
const MAX_REJECTED_CHARS = 4_000;

/** Returns the fields that every received request has. `id` is the number of the request. */
export function toRequestFields({ at, url, end }: Pick<ReceivedBatch, 'at' | 'url' | 'end'>, id: string) {
  return { id, transport: 'unknown', method: 'POST', url, at, end } as const;
}

/** Returns the request fields that all rows of a batch share, without secrets. */
export function toBatchRequest(batch: ReceivedBatch, id: string): BatchRequest {
  const { events, unreadEvents = 0, eventTruncations: _, ...fields } = batch.body;
  return {
    ...secretGuard.redact({ ...toRequestFields(batch, id), ...fields }),
    id,
    responseText: null,
    batchSize: events.length + unreadEvents,
  };
}

/** The fields that all records of a request share. */
type RecordOrigin = Required<Pick<TelemetryRecord, 'frame' | 'documentKey' | 'sender'>>;

/** Returns the origin of a request, without secrets. */
export function toOrigin({ source }: Pick<ReceivedBatch, 'source'>): RecordOrigin {
  return {
    frame: secretGuard.redact({ frameId: 0, url: source.page }),
    documentKey: source.run,
    sender: secretGuard.redact(toSender(source)),
  };
}

function toObservation(json: Json, truncations: ObservedEvent['truncations'], at: number): ObservedEvent {
  return { observedIn: 'request', json, truncations, at, eventsEmittedBefore: 0 };
}

/** An event of a batch. `json` is `raw` without its secrets. */
interface ReceivedEvent {
  readonly raw: Json;
  readonly json: Json;
  readonly indexInBatch: number;
  readonly row: number;
}

export function toRecord(
  { raw, json, indexInBatch, row }: ReceivedEvent,
  { at, body, secrets: redacted }: ReceivedBatch,
  request: BatchRequest,
  origin: RecordOrigin,
): TelemetryRecord {
  const truncations = secretGuard.redact(body.eventTruncations?.get(indexInBatch) ?? EMPTY);
  const observed = createEventRecord(toObservation(json, truncations, at), raw, secretGuard);
  const { sdk, firedBy, call, event, changes, lost, kind, name } = observed;
  // What is left of a restored event may still look like a secret, but the recorded list is complete.
  const secrets = redacted?.get(indexInBatch) ?? observed.secrets;
  const { frame, documentKey, sender } = origin;
  const requests = [{ ...request, indexInBatch, copies: 1, carriedEvent: null }];
  const rowFields = {
    row,
    kind,
    name,
    at: timeOfSentEvent(json, at),
    frame,
    documentKey,
    sdk,
    firedBy,
    call,
    event,
    requests,
    changes,
    lost,
    sender,
  };
  return secrets === undefined ? rowFields : { ...rowFields, secrets };
}

/** Returns the request of a rejected body, without secrets. */
export function toTextRequest(rejected: RejectedRequest, id: string): BatchRequest {
  const { bodyBytes, responseText } = rejected;
  return { ...secretGuard.redact(toRequestFields(rejected, id)), responseText, bodyBytes, batchSize: 1 };
}

/** Creates the record of a rejected body. The text of the body is its event. */
export function createRejectedRecord(
  rejected: RejectedRequest,
  rejection: UnreadableBody,
  batchRequest: BatchRequest,
  row: number,
): TelemetryRecord {
  const { text, reason } = rejection;
  // Redacted before the truncation: the guard does not recognize half a token.
  const redacted = secretGuard.redact(text);
  const json = redacted.slice(0, MAX_REJECTED_CHARS);
  const truncations = text.length > MAX_REJECTED_CHARS ? [{ path: [], reason: 'too-long' } as const] : EMPTY;
  return {
    ...createEventRecord(toObservation(json, truncations, rejected.at), text, secretGuard),
    row,
    name: reason,
    ...toOrigin(rejected),
    rejected: toRejectedBody(rejection, redacted),
    requests: [{ ...batchRequest, indexInBatch: 0, copies: 1, carriedEvent: null }],
  };
}

/** @param redacted the text of the body without its secrets. */
export function toRejectedBody(rejection: UnreadableBody, redacted: string): RejectedBody {
  if (rejection.reason === 'wrong-charset') return { reason: 'wrong-charset', charset: rejection.charset };
  const { line, column } = rejection;
  return { reason: 'not-json', line, column, excerpt: excerptOfFault(redacted) };
}
