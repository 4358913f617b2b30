import { readRecordedBatch } from '#core/collector/recorded-batch';
import { isRecord } from '#core/formats/capture/record-schema';
import { readHarRequest } from '#core/formats/har-request';
import type { InputItem } from '#core/formats/input-contents';
import type { TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, stringAt, valueAt } from '#core/json/json';
import { parseBoundedJson } from '#core/json/json-values';
import { type FateEnd, predictBatchFate } from '#core/pipeline/event-fate';
import {
  batchKeyOf,
  predictRecordRejection,
  predictRejection,
  receiptOf,
  receiptOfRequest,
  receivedAtOf,
  receivedRequest,
  toRunScopedId,
} from '#core/pipeline/record-fate';
import type { ReportedFate } from '#core/report/reported-finding';
import { redactSecrets } from '#core/rules/checks';
import type { EventFact, FateDuplicates, FateFact } from './fate-facts';
import type { FateKnowledge, FatePredictor } from './fate-predictor';

/**
 * The fate of a batch, or the index of the fact that decides whether the batch is a duplicate.
 * `not-received` if no collector accepted the batch, `null` without a batch.
 */
export type BatchFate =
  | { readonly end: FateEnd }
  | {
      readonly fact: number;
      readonly recordedAt: number | null;
      readonly receivedAt: number | null;
      /** The collector's run that received the batch, or an empty string. */
      readonly run: string;
    }
  | 'not-received'
  | null;

/** Predicts the fates of a block's events and batches. Collects the facts that decide about duplicates. */
export class BlockFates {
  readonly predictor: FatePredictor;
  #facts: FateFact[] = [];
  #batch: BatchFate = null;

  constructor(predictor: FatePredictor) {
    this.predictor = predictor;
  }

  /** Removes the facts of the previous block. */
  start(): void {
    this.#facts = [];
  }

  /** Facts of the batches and events since the start, in their order. */
  get facts(): readonly FateFact[] {
    return this.#facts;
  }

  /** @param recordedAt as in `FatePredictor.predictBatch`. */
  predictBatch(json: Json, bytes: () => number, recordedAt: number | null = null, run = ''): BatchFate {
    const batch = this.predictor.predictBatch(json, bytes, recordedAt);
    if (batch === null) return null;
    if (batch.type === 'rejected') return { end: batch.end };
    const { receivedAt } = batch;
    const fact = this.#facts.push({ type: 'batch', mid: toRunScopedId(batch.mid, run), receivedAt }) - 1;
    return { fact, recordedAt, receivedAt, run };
  }

  /**
   * Predicts the fate of a batch, or of the batch of a HAR entry or of a line of `serve --record`.
   * The start of a request is its receipt time.
   */
  predictRequest(json: Json, bytes: () => number): BatchFate {
    const request = readRequest(json);
    if (request === null) return this.predictBatch(json, bytes);
    const { batch, bodyBytes, at, end, run } = request;
    const receipt = receiptOfRequest(end);
    if (receipt === 'not-received') return toBatchFate(predictRejection(receipt, bodyBytes, this.predictor.settings));
    if (batch === undefined) return null;
    // The size of an accepted batch doesn't matter: its collector may have another limit.
    return this.predictBatch(batch, receipt === 'received' ? () => 0 : bodyBytes, at > 0 ? at : null, run);
  }

  /** Returns the fate of a batch that is too large for the collector, or `null` if it is accepted. */
  rejectBatch(bytes: number): BatchFate {
    const end = predictBatchFate(bytes, this.predictor.settings);
    return end && { end };
  }

  /** Calls `read`. The events that `read` adds belong to the batch. */
  readIn(batch: BatchFate, read: () => void): void {
    this.#batch = batch;
    read();
    this.#batch = null;
  }

  /**
   * Returns a function that computes the fate of an event from the known duplicates.
   * Returns `null` for an event that no collector accepted. Events without a receipt time have that of their batch.
   *
   * @param offset the index of the event in its block.
   */
  prepareFate(
    { json, recordedAt, record }: InputItem,
    offset: number,
    line: number,
  ): ((duplicates: FateDuplicates) => ReportedFate) | null {
    const captureRecord = record !== undefined && isRecord(record) ? record : null;
    const batch = this.#batch ?? (captureRecord && this.#batchOfRecord(captureRecord));
    if (!isJsonObject(json) || batch === 'not-received') return null;
    const batchFact = batch !== null && 'fact' in batch ? batch : null;
    const at = (captureRecord && receivedAtOf(captureRecord)) ?? recordedAt ?? batchFact?.recordedAt ?? null;
    const single = this.predictor.predict(json, at, batchFact?.receivedAt);
    const { predicted, receivedAt } = single;
    const mid = toRunScopedId(stringAt(json, ['mid']), batchFact?.run ?? '');
    const fact: EventFact = {
      type: 'event',
      offset,
      line,
      mid,
      receivedAt,
      steps: predicted.duplicateSteps,
      batch: batchFact?.fact ?? (batch === null ? null : 'rejected'),
    };
    const index = this.#facts.push(fact) - 1;
    return (duplicates) => {
      const knowledge: FateKnowledge = {
        batchEnd: batchEndOf(batch, duplicates),
        duplicate: duplicates.get(index) ?? null,
      };
      return redactSecrets(this.predictor.report(json, single, knowledge));
    };
  }

  #batchOfRecord(record: TelemetryRecord): BatchFate {
    const rejection = toBatchFate(predictRecordRejection(record, receiptOf(record), this.predictor.settings));
    const request = receivedRequest(record);
    if (rejection !== null || request === undefined) return rejection;
    const { at, id } = request;
    const mid = batchKeyOf(record, request);
    const fact = this.#facts.push({ type: 'batch', mid, receivedAt: at, request: id }) - 1;
    return { fact, recordedAt: at, receivedAt: at, run: record.sender?.run ?? '' };
  }
}

function toBatchFate(rejection: ReturnType<typeof predictRejection>): BatchFate {
  return rejection === null || rejection === 'not-received' ? rejection : { end: rejection };
}

/** Returns the batch of a HAR entry or of a line of a recording. Returns `null` for any other JSON. */
function readRequest(json: Json) {
  const recordedBatch = readRecordedBatch(json);
  if (recordedBatch !== null)
    return { ...recordedBatch, bodyBytes: () => Buffer.byteLength(JSON.stringify(recordedBatch.batch)) };
  // Most lines are no request, and parsing takes longer.
  const request = valueAt(json, ['request']) === undefined ? null : readHarRequest(json);
  if (request === null) return null;
  const { body, at, end } = request;
  const batch = body === null ? undefined : parseBoundedJson(body);
  return { batch, bodyBytes: () => Buffer.byteLength(body ?? ''), at, end, run: '' };
}

/** Returns why the events of a batch were not extracted, or `null` if they were. */
function batchEndOf(batch: Exclude<BatchFate, 'not-received'>, duplicates: FateDuplicates): FateEnd | null {
  if (batch === null) return null;
  if ('end' in batch) return batch.end;
  const duplicate = duplicates.get(batch.fact);
  return duplicate === undefined
    ? null
    : { step: 'extractor', reason: 'duplicate-batch', params: { row: duplicate.row } };
}
