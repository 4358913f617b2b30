import type { Json } from '../json';
import type { Finding } from '../telemetry/findings';
import type { EventKind } from '../telemetry/kinds';

/** Milliseconds since 1970 (UTC), as `Date.now()` gives them; fractions where the browser knows them. */
export type EpochMilliseconds = number;

/** The frame in which something happened. `frameId` 0 is the tab's top frame. */
export interface FrameRef {
  readonly frameId: number;
  /** Address of the frame's own document; empty where only the request was seen. */
  readonly url: string;
}

export interface SdkRef {
  /** The global through which the page reaches it: `$t`, `EkTelemetry`, … */
  readonly global: string;
  readonly generation: '1.x' | '2.x' | 'unknown';
}

/** A part of an argument that could not be copied whole, and why. The copy holds `null` or a shortened value there. */
export interface Cut {
  readonly path: readonly (string | number)[];
  readonly reason:
    | 'undefined'
    | 'function'
    | 'symbol'
    | 'bigint'
    | 'not-a-number'
    | 'getter'
    | 'cycle'
    | 'too-deep'
    | 'too-long'
    | 'too-many'
    | 'not-plain'
    | 'unreadable';
}

export interface CallSighting {
  readonly id: string;
  readonly method: string;
  /** Copied before the SDK ran: it writes into its arguments. */
  readonly args: readonly Json[];
  readonly cuts: readonly Cut[];
  readonly at: EpochMilliseconds;
  readonly outcome:
    | { readonly status: 'running' }
    | { readonly status: 'returned'; readonly at: EpochMilliseconds }
    | { readonly status: 'threw'; readonly at: EpochMilliseconds; readonly message: string };
}

export interface EventSighting {
  /** Raised in the page, or known only from the batch that carried it. */
  readonly seenIn: 'page' | 'request';
  readonly json: Json;
  readonly cuts: readonly Cut[];
  readonly at: EpochMilliseconds;
}

export interface RequestSighting {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly at: EpochMilliseconds;
  readonly durationMs: number;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** Text of the answer, shortened to 64 KiB; null where the browser did not keep it. */
  readonly answer: string | null;
  readonly bodyBytes: number;
  readonly batchSize: number;
  /** This event's place in the batch, from 0. */
  readonly indexInBatch: number;
}

/** One event, however often and wherever it was seen: one row of the list. Immutable; a new sighting makes a new record. */
export interface TelemetryRecord {
  /** 1, 2, 3… in the order of first sighting; the record's identity. */
  readonly row: number;
  /** Null where it is none of the 17. */
  readonly kind: EventKind | null;
  /** The method or eid as it was seen. */
  readonly name: string;
  readonly headline: string;
  readonly at: EpochMilliseconds;
  readonly frame: FrameRef;
  readonly sdk: SdkRef | null;
  readonly firedBy: { readonly from: 'page' } | { readonly from: 'panel'; readonly requestId: string };
  readonly call: CallSighting | null;
  readonly event: EventSighting | null;
  readonly requests: readonly RequestSighting[];
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly findings: readonly Finding[];
}

/** A page load of the tab's top frame, shown between the rows. */
export interface NavigationMark {
  readonly at: EpochMilliseconds;
  readonly url: string;
  /** Row number after which the mark stands; 0 before the first. */
  readonly afterRow: number;
}
