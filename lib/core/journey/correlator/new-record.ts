import { type Json, stringAt, valueAt } from '#core/json/json';
import { kindOfSubject, type Subject } from '#core/telemetry/findings';
import type { EpochMilliseconds, ObservedEvent, ObservedSecret, TelemetryRecord } from '../record';
import { truncateEvent } from '../values/truncate-record';
import type { SecretGuard } from './observations';

/** Shared empty list. Most lists of a record are empty, so it saves 5 % of the memory of 100,000 records. */
export const EMPTY: readonly never[] = [];
/** Replaces an empty list by {@link EMPTY}. */
export const shareEmpty = <Item>(list: readonly Item[]): readonly Item[] => (list.length === 0 ? EMPTY : list);

/** Default fields of a record. */
export const blank = {
  sdk: null,
  firedBy: { type: 'page' },
  call: null,
  event: null,
  requests: [],
  changes: [],
  lost: false,
} as const;

/** Creates the record of an event without a call. */
export function createEventRecord(
  event: ObservedEvent,
  raw: Json,
  guard: SecretGuard,
): Omit<TelemetryRecord, 'row' | 'frame' | 'documentKey'> {
  const subject = { type: 'event', json: raw } as const;
  const { sdk, firedBy, call, requests, changes, lost } = blank;
  const kind = kindOfSubject(subject);
  const name = stringAt(event.json, ['eid']) ?? 'no eid';
  // No spread, which takes several times as long: a collector creates thousands of records per second.
  const record = { sdk, firedBy, call, event, requests, changes, lost, kind, name, at: event.at };
  const secrets = findSecrets(subject, guard);
  return secrets.length === 0 ? record : { ...record, secrets };
}

const DAY_MS = 86_400_000;

/** Returns the `ets` of an event that only a request shows, or the request's time if they differ by more than a day. */
export function timeOfSentEvent(event: Json, requestAt: EpochMilliseconds): EpochMilliseconds {
  const ets = valueAt(event, ['ets']);
  return typeof ets === 'number' && Math.abs(ets - requestAt) <= DAY_MS ? ets : requestAt;
}

/**
 * Finds the secrets of a call or an event.
 * Paths and parameters of the findings are redacted, because they may contain the secrets.
 */
export function findSecrets(subject: Subject, guard: SecretGuard): readonly ObservedSecret[] {
  const findings = guard.find(subject);
  if (findings.length === 0) return EMPTY;
  return findings.map(({ severity, path, params }) => guard.redact({ foundIn: subject.type, severity, path, params }));
}

/** Returns the field of a record that lists its redacted secrets. It is absent if there are none. */
export function withSecrets(secrets: readonly ObservedSecret[]): Pick<TelemetryRecord, 'secrets'> {
  return secrets.length === 0 ? {} : { secrets };
}

/** Truncates an event if the values of a record are truncated, so that both can be compared. */
export function toComparableEvent({ longValues }: TelemetryRecord, event: Json): Json {
  return longValues === undefined ? event : truncateEvent(event).json;
}

/** Truncates an event to be stored in a record if the record's values are truncated. */
export function toStoredObservation({ longValues }: TelemetryRecord, event: ObservedEvent): ObservedEvent {
  if (longValues === undefined) return event;
  const { json, truncations } = truncateEvent(event.json);
  return { ...event, json, truncations: [...event.truncations, ...truncations] };
}
