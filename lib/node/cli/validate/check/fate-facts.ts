import type { RelatedItem } from '#core/report/reported-finding';
import type { DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import type { DuplicateStep } from '#core/stream/stream-rule';

/** A batch that the extractor looks for duplicates of. */
interface BatchFact extends Pick<DeduplicatedEvent, 'mid' | 'receivedAt'> {
  readonly type: 'batch';
}

/** An event, of which jobs of the pipeline may look for duplicates. */
export interface EventFact extends Pick<DeduplicatedEvent, 'mid' | 'receivedAt' | 'steps'> {
  readonly type: 'event';
  /** Its index among the items of its block, from 0. */
  readonly offset: number;
  readonly line: number;
  /** `refused`: the collector refuses it. A number: the index of its batch among the facts. `null`: it is in none. */
  readonly batch: number | 'refused' | null;
}

/** The values that decide whether an event is a duplicate: small, as a thread returns them for each event. */
export type FateFact = BatchFact | EventFact;

/** The first batch or event of a duplicate. */
export interface FateDuplicate {
  /** The job that drops the duplicate. */
  readonly step: DuplicateStep | 'extractor';
  /** The number of the first one among all batches or events, from 1. */
  readonly row: number;
  /** `null` for a batch. */
  readonly first: RelatedItem | null;
}

/** The duplicates among the facts of a block, by their index. */
export type FateDuplicates = ReadonlyMap<number, FateDuplicate>;

export const NO_DUPLICATES: FateDuplicates = new Map();
