import type { Json, JsonObject } from '#core/json/json';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { Finding, Subject } from '#core/telemetry/findings';
import type { Message } from '#core/util/message';
import type { CallOrigin } from '../call-origin';
import type { DispatchContext } from '../equal-events/dispatched-events';
import type { EpochMilliseconds, FrameRef, ObservedCall, SdkRef, TelemetryRecord, Truncation } from '../record';
import type { RequestObservation } from '../request-observations';

/**
 * Finds and redacts tokens and passwords.
 * They are removed first, so that no secret is correlated, shown, stored or copied.
 */
export interface SecretGuard {
  /** Returns the findings of the rule set `privacy` in a call or an event. */
  readonly find: (subject: Subject) => readonly Finding[];
  /** Returns a value with its secrets redacted, or the same object if it has none. */
  readonly redact: <Value>(value: Value) => Value;
}

/** The source of an observation. `documentKey` distinguishes documents of one frame. */
export interface ObservationSource {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

export interface CallObservation
  extends Omit<ObservedCall, 'id' | 'consoleMessages' | 'outcome' | 'stack' | 'action' | 'isForwarded'> {
  readonly callId: string;
  /** Whether the SDK passes its events to a custom dispatcher of the page. */
  readonly hasDispatcher?: boolean | null | undefined;
  readonly origin?: CallOrigin | undefined;
  readonly sdk: SdkRef | null;
  /** ID of the panel's request if the panel fired it, else `null`. */
  readonly firedBy: string | null;
  /** The event that the call emitted, if it is known. It is used to find the record, and not added. */
  readonly emits?: Json | undefined;
}

export interface EventObservation {
  readonly callId: string | null;
  readonly event: Json;
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  readonly dispatch?: DispatchContext | undefined;
}

/** A request with the events in its body, as observed by the page's hook or DevTools. */
export interface ObservedBatch extends RequestObservation {
  readonly events: readonly Json[];
  /** Number of further events in the body. Absent for none. */
  readonly unreadEvents?: number;
  /** Truncated parts of events, by the index of the event. Absent if there are none. */
  readonly eventTruncations?: ReadonlyMap<number, readonly Truncation[]>;
  /** The body without its events. Absent if it is too large. */
  readonly bodyFields?: JsonObject;
  /** Location of the events in the body. Absent for `{"events": […]}`, the format of the SDKs. */
  readonly bodyShape?: BodyShape;
}

/** The end of a request as the page observed it. Its duration is computed from its start. */
export type PageEnd =
  | { readonly status: 'responded'; readonly httpStatus: number }
  | { readonly status: 'failed'; readonly message: string; readonly problem?: Message }
  | { readonly status: 'queued' };

/** The records that an observation has created or replaced. */
export type Changed = readonly TelemetryRecord[];

/** Source of a request that only DevTools observed, which does not name the frame. */
export const UNKNOWN_SOURCE: ObservationSource = { documentKey: '', frame: { frameId: 0, url: '' } };
