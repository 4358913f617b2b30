import { classifyStatus } from '#core/journey/classify-status';
import { journeyState } from '#core/journey/journey-state';
import { eventJson, type ObservedRequest, type RequestEnd, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, stringAt } from '#core/json/json';
import type { SchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { receiptTimeInFile } from '#core/rules/receipt-time';
import { createDuplicateEventRule, type DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import { type EventFate, type FateEnd, predictBatchFate, predictFate, toDuplicateFate } from './event-fate';
import { isAsObserved, type ObservedFate, readObservedFate } from './observed-fate';
import type { PipelineSettings } from './pipeline-settings';

/** Whether a collector received an event. `unknown` if no response was observed. */
export type Receipt = 'received' | 'unknown' | 'not-received';

/** The fate of a recorded event behind the collector. A `row` in its params is the row of a record. */
export interface RecordFate {
  readonly receipt: Exclude<Receipt, 'not-received'>;
  readonly fate: EventFate;
  /** The fate that the pipeline recorded in the event; `null` if the event is not from a queue. */
  readonly observed: ObservedFate | null;
  /** Whether the observed fate agrees with the prediction; `null` if none was observed. */
  readonly isAsObserved: boolean | null;
}

/** The inputs of a prediction besides the records. */
export interface RecordFateContext {
  readonly settings: PipelineSettings;
  /** See `createSchemaCheck`. */
  readonly check: SchemaCheck;
}

/** A record with a mark whether another event of its list has the same `mid`. */
export type RecordWithMid = TelemetryRecord & { readonly sharesMid: boolean };

/** Finds rows that may make a later row a duplicate, by keys of {@link midOf} and {@link batchKeyOf}. */
export interface EarlierRows {
  /** Returns the requests of a batch key, each with its first row, in the order of the rows. */
  requestsWith(batchKey: string): Iterable<CarriedRow>;
  /** Returns the records with a `mid`, in the order of their rows. */
  recordsWith(mid: string): readonly RecordWithMid[];
}

/** A request, and the first row that it carried. */
export interface CarriedRow {
  readonly row: number;
  readonly request: ObservedRequest;
}

/** Creates a lookup that scans a list. Use `createFateRowIndex` for many lookups. */
export function toEarlierRows(records: readonly RecordWithMid[]): EarlierRows {
  return {
    *requestsWith(batchKey) {
      for (const record of records) {
        const { row, requests } = record;
        for (const request of requests) if (batchKeyOf(record, request) === batchKey) yield { row, request };
      }
    },
    recordsWith: (mid) => records.filter((record) => midOf(record) === mid),
  };
}

/** Returns whether a collector received an event, as observed. */
export function receiptOf(record: TelemetryRecord): Receipt {
  if (record.requests.some(isAccepted)) return 'received';
  const state = journeyState(record);
  if (state === 'unknown' || state === 'unobserved') return 'unknown';
  return state === 'sent' && record.requests.at(-1)?.end.status === 'queued' ? 'unknown' : 'not-received';
}

/** Returns whether a collector received a request, as observed. A redirect may arrive elsewhere. */
export function receiptOfRequest(end: RequestEnd): Receipt {
  if (end.status !== 'responded') return end.status === 'failed' ? 'not-received' : 'unknown';
  const status = classifyStatus(end.httpStatus);
  if (status === 'redirected') return 'unknown';
  return status === 'accepted' ? 'received' : 'not-received';
}

/**
 * Predicts the fate of a recorded event behind the collector.
 * Returns `null` if there is no event, or if no collector received it, unless its batch is too large.
 *
 * @param earlier finds earlier rows with the same `mid` or `msgid`.
 */
export function predictRecordFate(
  record: RecordWithMid,
  earlier: EarlierRows,
  context: RecordFateContext,
): RecordFate | null {
  const { settings } = context;
  const receipt = receiptOf(record);
  const json = eventJson(record);
  if (json === undefined || !isJsonObject(json)) return null;
  const rejection = predictRecordRejection(record, receipt, settings);
  if (rejection !== null && rejection !== 'not-received')
    return { receipt: 'unknown', fate: { ...rejection, effects: [] }, observed: null, isAsObserved: null };
  if (receipt === 'not-received') return null;
  const acceptedWith = createAcceptedRequests(earlier);
  const fate =
    predictDuplicateBatch(record, acceptedWith, settings) ??
    predictEvent(record, receipt, { earlier, acceptedWith }, context);
  const observed = readObservedFate(json);
  return { receipt, fate, observed, isAsObserved: observed && isAsObserved(observed, fate) };
}

function isAccepted({ end }: ObservedRequest): boolean {
  return receiptOfRequest(end) === 'received';
}

/**
 * Predicts why a batch does not reach the pipeline, or returns `null` if it may reach it.
 * The batch is too large, or was not accepted for another reason. A batch that the collector accepted is not checked
 * for its size, because this collector may have a higher limit.
 *
 * @param bytes returns the size of the body. Called only if it counts.
 */
export function predictRejection(
  receipt: Receipt,
  bytes: () => number,
  settings: Pick<PipelineSettings, 'maxBatchBytes'>,
): FateEnd | 'not-received' | null {
  if (receipt === 'received') return null;
  return predictBatchFate(bytes(), settings) ?? (receipt === 'not-received' ? receipt : null);
}

/** Like {@link predictRejection}, for the last batch of a record. */
export function predictRecordRejection({ requests }: TelemetryRecord, receipt: Receipt, settings: PipelineSettings) {
  return predictRejection(receipt, () => requests.at(-1)?.bodyBytes ?? 0, settings);
}

/** Returns the first accepted request, whose batch reaches the pipeline, else the last request. */
export function receivedRequest({ requests }: TelemetryRecord): ObservedRequest | undefined {
  return requests.find(isAccepted) ?? requests.at(-1);
}

/** Whether other rows can make the event a duplicate, by the id of its batch or by its `mid`. */
export function canBeDuplicate(record: RecordWithMid): boolean {
  return record.sharesMid || batchKeyOf(record, receivedRequest(record)) !== '';
}

/** Returns the `msgid` of the batch of a request, or its `data.id` of Obsrv 2. Returns `null` if there is none. */
function msgidOf(request: ObservedRequest | undefined): string | null {
  const { params, data } = request?.bodyFields ?? {};
  return isJsonObject(data) && data.events !== undefined ? stringAt(data, ['id']) : stringAt(params, ['msgid']);
}

/** Returns the accepted requests of a {@link batchKeyOf}, the earliest first. */
type AcceptedRequests = (batchKey: string) => readonly CarriedRow[];

/** Finds the requests of each batch key once, because many events of one `mid` may come in batches with one key. */
function createAcceptedRequests(rows: EarlierRows): AcceptedRequests {
  const rowsByKey = new Map<string, readonly CarriedRow[]>();
  return (batchKey) => {
    const cached = rowsByKey.get(batchKey);
    if (cached !== undefined) return cached;
    const accepted = [...rows.requestsWith(batchKey)].filter(({ request }) => isAccepted(request));
    accepted.sort((one, other) => one.request.at - other.request.at);
    rowsByKey.set(batchKey, accepted);
    return accepted;
  };
}

/** Predicts the fate of a record in a duplicate batch. Returns `null` if its batch is no duplicate. */
function predictDuplicateBatch(
  record: TelemetryRecord,
  acceptedWith: AcceptedRequests,
  { duplicateBatchWindowMs }: PipelineSettings,
): EventFate | null {
  const request = receivedRequest(record);
  const batchKey = batchKeyOf(record, request);
  if (request === undefined || batchKey === '') return null;
  // A duplicate does not prolong the time for which the pipeline stores the `msgid`.
  let original: CarriedRow | null = null;
  for (const earlier of acceptedWith(batchKey)) {
    if (earlier.request.at > request.at) break;
    if (earlier.row >= record.row || earlier.request.id === request.id) continue;
    if (original === null || earlier.request.at - original.request.at >= duplicateBatchWindowMs) original = earlier;
  }
  if (original === null || request.at - original.request.at >= duplicateBatchWindowMs) return null;
  return { step: 'extractor', reason: 'duplicate-batch', params: { row: original.row }, effects: [] };
}

/** Limit of the earlier events that are compared. Only the latest ones matter. */
const MAX_COMPARED = 200;

function predictEvent(
  record: RecordWithMid,
  receipt: Receipt,
  { earlier, acceptedWith }: { readonly earlier: EarlierRows; readonly acceptedWith: AcceptedRequests },
  context: RecordFateContext,
): EventFate {
  const { fate, event } = getPrediction(record, context);
  if (!record.sharesMid || event.steps.length === 0) return fate;
  const isCounted = (other: TelemetryRecord) => {
    if (other.row >= record.row) return false;
    const received = receiptOf(other);
    return (
      countsAsEarlier(received, receipt) &&
      predictRecordRejection(other, received, context.settings) === null &&
      predictDuplicateBatch(other, acceptedWith, context.settings) === null
    );
  };
  const compared = takeLast(earlier.recordsWith(event.mid), isCounted, MAX_COMPARED);
  const rule = createDuplicateEventRule((each: DeduplicatedEvent) => each, {
    windowMs: context.settings.duplicateWindowMs,
  });
  rule.add(compared.map((other) => getPrediction(other, context).event));
  const [finding] = rule.add([event]).found;
  if (finding?.code !== 'duplicate-mid') return fate;
  return toDuplicateFate(fate, finding.params.step ?? 'druid-validator', finding.rows[1] ?? record.row);
}

/** Returns the last items that pass a test, in their order. Tests no item before them. */
function takeLast<Item>(items: readonly Item[], test: (item: Item) => boolean, count: number): readonly Item[] {
  const taken: Item[] = [];
  for (let index = items.length - 1; index >= 0 && taken.length < count; index -= 1) {
    const item = items[index] as Item;
    if (test(item)) taken.push(item);
  }
  return taken.reverse();
}

/**
 * Whether an earlier event counts for duplicates.
 * An event of unknown receipt does not count for a received event.
 */
function countsAsEarlier(earlier: Receipt, later: Receipt): boolean {
  return earlier === 'received' || (earlier === 'unknown' && later === 'unknown');
}

const predictionsByContext = new WeakMap<
  RecordFateContext,
  WeakMap<TelemetryRecord, ReturnType<typeof predictAlone>>
>();

/** Caches {@link predictAlone}, because each of many rows with one `mid` is compared with others. */
function getPrediction(record: TelemetryRecord, context: RecordFateContext) {
  const predictions = predictionsByContext.get(context) ?? new WeakMap();
  predictionsByContext.set(context, predictions);
  const predicted = predictions.get(record) ?? predictAlone(record, context);
  predictions.set(record, predicted);
  return predicted;
}

/** Predicts the fate of an event without its duplicates. */
function predictAlone(record: TelemetryRecord, { settings, check }: RecordFateContext) {
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

/** Returns the `mid` of the event of a record as in {@link toRunScopedId}, or an empty string. */
export function midOf({ event, sender }: TelemetryRecord): string {
  return toRunScopedId(stringAt(event?.json, ['mid']), sender?.run);
}

/** Returns the id of a batch of a record as in {@link toRunScopedId}, or an empty string. */
export function batchKeyOf({ sender }: TelemetryRecord, request: ObservedRequest | undefined): string {
  return toRunScopedId(msgidOf(request), sender?.run);
}

/** Returns an id with its run. The events and batches of parallel runs are no duplicates of each other. */
export function toRunScopedId(id: string | null, run = ''): string {
  return id && run ? `${run}\n${id}` : (id ?? '');
}

/** Returns when a pipeline received the event of a record, in epoch milliseconds, or `null` if unknown. */
export function receivedAtOf(record: TelemetryRecord): number | null {
  const { event } = record;
  if (event?.observedIn === 'file' && record.requests.length === 0) return receiptTimeInFile(event);
  const request = receivedRequest(record);
  if (request === undefined) return event?.at ?? record.at;
  return request.end.status === 'responded' ? request.at + request.end.durationMs : request.at;
}
