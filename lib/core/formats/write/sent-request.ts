import type { ObservedRequest, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';

/** A record, and one of its requests. */
export interface RequestSource {
  readonly request: ObservedRequest;
  readonly record: TelemetryRecord;
}

/** A request with what is known of its body. */
export interface SentRequest {
  readonly request: ObservedRequest;
  /**
   * The JSON of the body, as far as its events are in the list.
   * One value; of a form that has each event in a field of its own, one for each field.
   */
  readonly values: readonly Json[];
  /** The records of its events, each with this request, in the order of the events; none where it is made up. */
  readonly sources: readonly RequestSource[];
  /** How many of its events are known; all of them where that is the request's `batchSize`. */
  readonly known: number;
  /** No request carried the events: they come from a file. */
  readonly isMadeUp?: true;
}
