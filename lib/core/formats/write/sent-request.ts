import type { ObservedRequest, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';

/** A record, and one of its requests. */
export interface RequestSource {
  readonly request: ObservedRequest;
  readonly record: TelemetryRecord;
}

/** A request with the known part of its body. */
export interface SentRequest {
  readonly request: ObservedRequest;
  /**
   * The JSON of the body, with those of its events that are in the list.
   * One value, or one per field of a form that has each event in a separate field.
   */
  readonly values: readonly Json[];
  /** The records of the body's events, in the order of the events. Empty for a synthetic request. */
  readonly sources: readonly RequestSource[];
  /** Number of known events. Equals the request's `batchSize` if all are known. */
  readonly knownEvents: number;
  /** Set if the events come from a file and no request carried them. */
  readonly isSynthetic?: true;
}
