import { classifyStatus } from '#core/journey/classify-status';
import { journeyState } from '#core/journey/journey-state';
import { eventJson, type ObservedRequest, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, stringAt } from '#core/json/json';
import type { SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { createDuplicateEventRule, type DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import { type EventFate, predictBatchFate, predictFate, toDuplicateFate } from './event-fate';
import { isAsObserved, type ObservedFate, readObservedFate } from './observed-fate';
import type { PipelineSettings } from './pipeline-settings';

/** Whether a collector received an event: `unknown` where nothing of its response was observed. */
export type Receipt = 'received' | 'unknown' | 'not-received';

/** What becomes of a recorded event behind the collector. Rows are those of the records. */
export interface RecordFate {
  readonly receipt: Exclude<Receipt, 'not-received'>;
  readonly fate: EventFate;
  /** What the pipeline itself wrote into the event; `null` for an event of no queue. */
  readonly observed: ObservedFate | null;
  /** Whether the pipeline did what is predicted; `null` if nothing of it was observed. */
  readonly isAsObserved: boolean | null;
}

/** What a pipeline is asked by for recorded events. */
export interface RecordFateContext {
  readonly settings: PipelineSettings;
  /** See `createSchemaCheck`. */
  readonly check: SchemaCheck;
}

/** A record of a list that knows which of its events share a `mid`. */
export type RecordWithMid = TelemetryRecord & { readonly sharesMid: boolean };

/** Finds rows by what makes duplicates of others. */
export interface EarlierRows {
  /** Returns the requests that carried a `msgid`, each with its first row, in the order of these. */
  requestsWith(msgid: string): Iterable<CarriedRow>;
  /** Returns the rows that share a `mid` with the event that is asked for, in their order. */
  recordsWith(mid: string): Iterable<RecordWithMid>;
}

/** A request, and the first of the rows that it carried. */
export interface CarriedRow {
  readonly row: number;
  readonly request: ObservedRequest;
}

/** The rows of a list that is looked through for one event. */
export function earlierRowsOf(records: readonly RecordWithMid[]): EarlierRows {
  return {
    *requestsWith(msgid) {
      for (const { row, requests } of records) {
        for (const request of requests) if (msgidOf(request) === msgid) yield { row, request };
      }
    },
    *recordsWith(mid) {
      for (const record of records) if (midOf(record) === mid) yield record;
    },
  };
}

/** Returns whether a collector received an event, as far as it was observed. */
export function receiptOf(record: TelemetryRecord): Receipt {
  if (record.requests.some(isAccepted)) return 'received';
  const state = journeyState(record);
  if (state === 'unknown' || state === 'unobserved') return 'unknown';
  return state === 'sent' && record.requests.at(-1)?.end.status === 'queued' ? 'unknown' : 'not-received';
}

/**
 * Predicts what becomes of a recorded event behind the collector.
 * Returns `null` if there is no event, or no collector received it for another reason than the size of its batch.
 *
 * @param earlier an earlier row may have its `mid`, or its batch's `msgid`.
 */
export function predictRecordFate(
  record: RecordWithMid,
  earlier: EarlierRows,
  { settings, check }: RecordFateContext,
): RecordFate | null {
  const receipt = receiptOf(record);
  const json = eventJson(record);
  if (json === undefined || !isJsonObject(json)) return null;
  const refused = receipt === 'received' ? null : predictRefusal(record, settings);
  if (refused !== null) return { receipt: 'unknown', fate: refused, observed: null, isAsObserved: null };
  if (receipt === 'not-received') return null;
  const fate = followBatch(record, earlier, settings) ?? followEvent(record, receipt, earlier, { settings, check });
  const observed = readObservedFate(json);
  return { receipt, fate, observed, isAsObserved: observed && isAsObserved(observed, fate) };
}

function isAccepted({ end }: ObservedRequest): boolean {
  return end.status === 'responded' && classifyStatus(end.httpStatus) === 'accepted';
}

/** A collector that accepted a batch has another limit. */
function predictRefusal({ requests }: TelemetryRecord, settings: PipelineSettings): EventFate | null {
  const end = predictBatchFate(requests.at(-1)?.bodyBytes ?? 0, settings);
  return end === null ? null : { ...end, effects: [] };
}

/** The request whose batch the pipeline gets first. */
function receivedRequest({ requests }: TelemetryRecord): ObservedRequest | undefined {
  return requests.find(isAccepted) ?? requests.at(-1);
}

/** The `msgid` of the batch that a request carried, or `null`. */
export function msgidOf(request: ObservedRequest | undefined): string | null {
  return stringAt(request?.bodyFields, ['params', 'msgid']);
}

function followBatch(record: TelemetryRecord, rows: EarlierRows, settings: PipelineSettings): EventFate | null {
  const request = receivedRequest(record);
  const msgid = msgidOf(request);
  if (request === undefined || !msgid) return null;
  for (const { row, request: earlier } of rows.requestsWith(msgid)) {
    if (row >= record.row || earlier.id === request.id || earlier.at > request.at || !isAccepted(earlier)) continue;
    if (request.at - earlier.at >= settings.duplicateBatchWindowMs) continue;
    return { step: 'extractor', reason: 'duplicate-batch', params: { row }, effects: [] };
  }
  return null;
}

/** More events with one `mid` change nothing of what the last of them is a duplicate of. */
const MAX_COMPARED = 200;

function followEvent(
  record: RecordWithMid,
  receipt: Receipt,
  rows: EarlierRows,
  context: RecordFateContext,
): EventFate {
  const { fate, event } = follow(record, context);
  if (!record.sharesMid || event.steps.length === 0) return fate;
  const isCounted = (other: TelemetryRecord) => other.row < record.row && isAsReceived(receiptOf(other), receipt);
  const earlier = [...rows.recordsWith(event.mid)].filter(isCounted).slice(-MAX_COMPARED);
  const rule = createDuplicateEventRule((each: DeduplicatedEvent) => each, {
    windowMs: context.settings.duplicateWindowMs,
  });
  rule.add(earlier.map((other) => follow(other, context).event));
  const [finding] = rule.add([event]).found;
  if (finding?.code !== 'duplicate-mid') return fate;
  return toDuplicateFate(fate, finding.params.step ?? 'druid-validator', finding.rows[1] ?? record.row);
}

/** What is not known to be received makes no duplicate of what is. */
function isAsReceived(other: Receipt, own: Receipt): boolean {
  return other === 'received' || (other === 'unknown' && own === 'unknown');
}

function follow(record: TelemetryRecord, { settings, check }: RecordFateContext) {
  const json = eventJson(record);
  const receivedAt = receivedAtOf(record);
  const { fate, duplicateSteps } = predictFate(json !== undefined && isJsonObject(json) ? json : {}, {
    settings,
    check,
    receivedAt,
  });
  const event: DeduplicatedEvent = { row: record.row, mid: midOf(record), receivedAt, steps: duplicateSteps };
  return { fate, event };
}

/** The `mid` of the event of a record; empty if it has none. */
export function midOf({ event }: TelemetryRecord): string {
  return stringAt(event?.json, ['mid']) ?? '';
}

function receivedAtOf(record: TelemetryRecord): number | null {
  const { event } = record;
  if (event?.observedIn === 'file' && record.requests.length === 0) return receiptTimeOf(event.json);
  const request = receivedRequest(record);
  if (request === undefined) return event?.at ?? record.at;
  return request.end.status === 'responded' ? request.at + request.end.durationMs : request.at;
}
