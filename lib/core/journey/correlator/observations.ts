import type { Json, JsonObject } from '#core/json/json';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { Finding, Subject } from '#core/telemetry/findings';
import type { Message } from '#core/util/message';
import type { CallOrigin } from '../call-origin';
import type { DispatchContext } from '../equal-events/dispatched-events';
import type { EpochMilliseconds, FrameRef, ObservedCall, SdkRef, TelemetryRecord, Truncation } from '../record';
import type { SeenRequest } from '../request-matcher';

/**
 * Finds and masks tokens and passwords.
 * Observations are processed without them: none is correlated, shown, stored or copied.
 */
export interface SecretGuard {
  /** Returns the findings of the rule set `privacy` in a call or an event. */
  readonly find: (subject: Subject) => readonly Finding[];
  /** The same value with its secrets masked; the very same where there are none. */
  readonly redact: <Value>(value: Value) => Value;
}

/** The source of an observation. `documentKey` tells documents of one frame apart. */
export interface ObservationSource {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

export interface SeenCall
  extends Omit<ObservedCall, 'id' | 'consoleMessages' | 'outcome' | 'stack' | 'action' | 'isForwarded'> {
  readonly callId: string;
  /** Whether the SDK hands its events to a dispatcher of the page. */
  readonly hasDispatcher?: boolean | null | undefined;
  readonly origin?: CallOrigin | undefined;
  readonly sdk: SdkRef | null;
  /** The panel's request, where the panel fired it. */
  readonly firedBy: string | null;
  /** The event that was emitted in the call, where it is known already: the record gets it by `emitted`. */
  readonly emits?: Json | undefined;
}

export interface SeenEvent {
  readonly callId: string | null;
  readonly event: Json;
  readonly truncations: readonly Truncation[];
  readonly at: EpochMilliseconds;
  readonly dispatch?: DispatchContext | undefined;
}

/** A request with the events in its body, as the page's hook or DevTools saw it. */
export interface SeenBatch extends SeenRequest {
  readonly events: readonly Json[];
  /** How many more events the body has. Absent for none. */
  readonly unreadEvents?: number;
  /** By index: the parts of an event that could not be read whole. Absent if there are none. */
  readonly eventTruncations?: ReadonlyMap<number, readonly Truncation[]>;
  /** The body without its events; omitted where that is too much to keep. */
  readonly bodyFields?: JsonObject;
  /** How the body holds its events. Absent for `{"events": […]}`, as the SDKs write it. */
  readonly bodyShape?: BodyShape;
}

/** The end of a request as the page saw it. Its duration is computed from its start. */
export type PageEnd =
  | { readonly status: 'responded'; readonly httpStatus: number }
  | { readonly status: 'failed'; readonly message: string; readonly problem?: Message }
  | { readonly status: 'queued' };

/** The records that an observation made or replaced. */
export type Changed = readonly TelemetryRecord[];

/** Source of a request that only DevTools observed, which does not name the frame. */
export const NOWHERE: ObservationSource = { documentKey: '', frame: { frameId: 0, url: '' } };
