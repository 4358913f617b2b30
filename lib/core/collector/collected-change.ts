import type { EpochMilliseconds, ObservedSecret, RequestEnd } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { UnkeyedBody } from '#core/wire/batch-body';
import type { Rejection } from './read-batch';
import type { RequestSource } from './request-source';

/** The rejection of a body that is shown as a row. */
export type UnreadableBody = Extract<Rejection, { readonly text: string }>;

/** A request with telemetry. */
export interface ReceivedBatch extends UnkeyedBody {
  readonly at: EpochMilliseconds;
  /** Path of the request. */
  readonly url: string;
  readonly source: RequestSource;
  readonly end: RequestEnd;
  /** The text of the body in UTF-8. Absent if it is unknown, as in a recorded batch. */
  readonly utf8?: Uint8Array;
  /** Secrets that were redacted when the batch was recorded, by the index of their event. Absent for a live batch. */
  readonly secrets?: ReadonlyMap<number, readonly ObservedSecret[]>;
}

/** A request that the collector rejected. */
export interface RejectedRequest extends Omit<ReceivedBatch, keyof UnkeyedBody | 'utf8'> {
  readonly rejection: Rejection;
  readonly bodyBytes: number;
  /** Text of the response, with the reason. */
  readonly responseText: string;
}

/** A received event with the source of its first request. */
export interface CollectedEvent {
  readonly record: JudgedRecord;
  readonly source: RequestSource;
  /** Number of the first request, from 1. */
  readonly request: number;
}

/** Stored events whose `sharesMid` has changed, because an added event has their `mid`. */
type Reflagged = readonly CollectedEvent[];

/** A change of the events of a collector. */
export type CollectedChange =
  /** A batch was received. Events that were received before are in `changed`. */
  | {
      readonly type: 'events';
      readonly batch: ReceivedBatch;
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
      readonly reflagged: Reflagged;
    }
  /** A request to the upstream has ended, with or without a response. */
  | { readonly type: 'ended'; readonly batch: ReceivedBatch; readonly changed: readonly CollectedEvent[] }
  /** The hook of a page has reported events, possibly before they are received. */
  | {
      readonly type: 'observed';
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
      readonly reflagged: Reflagged;
    }
  | {
      readonly type: 'rejected';
      readonly rejection: Rejection;
      readonly url: string;
      /** The row that shows the body. Empty if the body is not shown. */
      readonly added: readonly CollectedEvent[];
    }
  /** The oldest events, up to this row, were dropped. */
  | { readonly type: 'evicted'; readonly count: number; readonly throughRow: number }
  /** All events up to this row were removed. */
  | { readonly type: 'cleared'; readonly throughRow: number }
  /** Events of one run, up to this row, were removed. */
  | { readonly type: 'run-cleared'; readonly run: string; readonly throughRow: number };

/**
 * Totals since the start or the last `CollectedEvents.clear`.
 * After `clear`, they count the events that remain and their requests. `clearRun` does not change them.
 */
export interface CollectedTotals {
  /** Requests with telemetry. */
  readonly requests: number;
  readonly events: number;
  /** Number of events that were dropped because of a limit. */
  readonly evicted: number;
  /** Requests without telemetry, by reason. */
  readonly rejected: Readonly<Partial<Record<Rejection['reason'], number>>>;
}
