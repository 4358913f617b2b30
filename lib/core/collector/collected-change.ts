import type { EpochMilliseconds, RequestEnd } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { ReadBody } from '#core/wire/batch-body';
import type { Refusal } from './read-batch';
import type { RequestSource } from './request-source';

/** Why a body is refused that is shown as a row. */
export type RefusedText = Extract<Refusal, { readonly text: string }>;

/** A request with telemetry. */
export interface ReceivedBatch {
  readonly at: EpochMilliseconds;
  /** The path that was posted to. */
  readonly url: string;
  readonly source: RequestSource;
  readonly end: RequestEnd;
  readonly body: ReadBody;
}

/** A request that the collector refused. */
export interface RefusedRequest extends Omit<ReceivedBatch, 'body'> {
  readonly refusal: Refusal;
  readonly bodyBytes: number;
  /** Text of the response, which says why. */
  readonly responseText: string;
}

/** An event that was received, with the first request that carried it. */
export interface CollectedEvent {
  readonly record: JudgedRecord;
  readonly source: RequestSource;
  /** The number of that request, from 1. */
  readonly request: number;
}

/** What became of the events. */
export type CollectedChange =
  /** Received with a batch, or received again; in the order of their rows. */
  | {
      readonly type: 'events';
      readonly batch: ReceivedBatch;
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
    }
  /** The upstream responded to a request, or did not. */
  | { readonly type: 'ended'; readonly changed: readonly CollectedEvent[] }
  /** Reported by the hook of a page, which may be before they are received. */
  | {
      readonly type: 'observed';
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
    }
  | {
      readonly type: 'refused';
      readonly refusal: Refusal;
      readonly url: string;
      /** The row of a body that is shown: none or one. */
      readonly added: readonly CollectedEvent[];
    }
  /** The oldest events are not held any more, up to this row. */
  | { readonly type: 'evicted'; readonly count: number; readonly throughRow: number }
  /** All events up to this row were removed. */
  | { readonly type: 'cleared'; readonly throughRow: number }
  /** Events of one run were removed. */
  | { readonly type: 'run-cleared' };

/** Numbers since the start, or since all was cleared. */
export interface CollectedTotals {
  /** Requests with telemetry. */
  readonly requests: number;
  readonly events: number;
  /** The oldest events, which are not held any more. */
  readonly evicted: number;
  /** Requests without telemetry, by reason. */
  readonly refused: Readonly<Partial<Record<Refusal['reason'], number>>>;
}
