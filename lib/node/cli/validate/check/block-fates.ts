import type { InputItem } from '#core/formats/input-contents';
import { isJsonObject, type Json, stringAt } from '#core/json/json';
import type { FateEnd } from '#core/pipeline/event-fate';
import type { ReportedFate } from '#core/report/reported-finding';
import { redactKnownSecrets } from '#core/rules/checks';
import type { EventFact, FateDuplicates, FateFact } from './fate-facts';
import type { FateKnowledge, FatePredictor } from './fate-predictor';

/** The fate of the current batch, or the index of the fact that decides whether it is a duplicate. */
export type BatchFate = { readonly end: FateEnd } | { readonly fact: number } | null;

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
  predictBatch(json: Json, bytes: number, recordedAt: number | null = null): BatchFate {
    const batch = this.predictor.predictBatch(json, bytes, recordedAt);
    if (batch === null) return null;
    if (batch.type === 'refused') return { end: batch.end };
    const { mid, receivedAt } = batch;
    return { fact: this.#facts.push({ type: 'batch', mid, receivedAt }) - 1 };
  }

  /** Returns the fate of a batch that is too large for the collector, or `null` if it is accepted. */
  refuseBatch(bytes: number): BatchFate {
    const end = this.predictor.refuseBatch(bytes);
    return end === null ? null : { end };
  }

  /** Calls `read`, and assigns the events that it adds to the batch. */
  readIn(batch: BatchFate, read: () => void): void {
    this.#batch = batch;
    read();
    this.#batch = null;
  }

  /**
   * Returns a function that computes the fate of an event from the known duplicates.
   *
   * @param offset the index of the event in its block.
   */
  prepareFate(
    { json, recordedAt }: InputItem,
    offset: number,
    line: number,
  ): ((duplicates: FateDuplicates) => ReportedFate) | null {
    if (!isJsonObject(json)) return null;
    const batch = this.#batch;
    const lone = this.predictor.predict(json, recordedAt ?? null);
    const { predicted, receivedAt } = lone;
    const mid = stringAt(json, ['mid']) ?? '';
    const fact: EventFact = {
      ...{ type: 'event', offset, line, mid, receivedAt },
      steps: predicted.duplicateSteps,
      batch: batch === null ? null : 'end' in batch ? 'refused' : batch.fact,
    };
    const index = this.#facts.push(fact) - 1;
    return (duplicates) => {
      const known: FateKnowledge = {
        batchEnd: batchEndOf(batch, duplicates),
        duplicate: duplicates.get(index) ?? null,
      };
      return redactKnownSecrets(this.predictor.report(json, lone, known));
    };
  }
}

/** Returns why the events of a batch were not extracted, or `null` if they were. */
function batchEndOf(batch: BatchFate, duplicates: FateDuplicates): FateEnd | null {
  if (batch === null) return null;
  if ('end' in batch) return batch.end;
  const duplicate = duplicates.get(batch.fact);
  return duplicate === undefined
    ? null
    : { step: 'extractor', reason: 'duplicate-batch', params: { row: duplicate.row } };
}
