import type { RelatedItem } from '#core/report/reported-finding';
import type { DeduplicatedEvent } from '#core/stream/duplicate-event-rule';
import type { DuplicateStep } from '#core/stream/stream-rule';

/** A batch that the pipeline's extractor checks for duplicates. */
export interface BatchFact extends Pick<DeduplicatedEvent, 'mid' | 'receivedAt'> {
  readonly type: 'batch';
  /** ID of the request of a capture file, each of whose records has this fact. Absent in other files. */
  readonly request?: string;
}

/** An event that jobs of the pipeline may check for duplicates. */
export interface EventFact extends Pick<DeduplicatedEvent, 'mid' | 'receivedAt' | 'steps'> {
  readonly type: 'event';
  /** The event's index among the items of its block, from 0. */
  readonly offset: number;
  readonly line: number;
  /**
   * Index of the event's batch among the facts.
   * `null` without a batch, or `rejected` if the collector rejects the batch.
   */
  readonly batch: number | 'rejected' | null;
}

/**
 * The values that decide whether an event is a duplicate.
 * Small, because threads return one for each event.
 */
export type FateFact = BatchFact | EventFact;

/** A duplicate, and the batch or event that it duplicates. */
export interface FateDuplicate {
  /** The job that drops the duplicate. */
  readonly step: DuplicateStep | 'extractor';
  /** Number of the original among all batches or events, from 1. */
  readonly row: number;
  /** Location of the original event. `null` for a batch. */
  readonly first: RelatedItem | null;
}

/** The duplicates in a block, by the index of their fact. */
export type FateDuplicates = ReadonlyMap<number, FateDuplicate>;

export const NO_DUPLICATES: FateDuplicates = new Map();
