import { type Json, stringAt, valueAt } from '#core/json/json';
import { kindOfSubject, type Subject } from '#core/telemetry/findings';
import type { EpochMilliseconds, ObservedEvent, ObservedSecret, TelemetryRecord } from '../record';
import { shortenEvent } from '../values/shorten-record';
import type { SecretGuard } from './observations';

/** Most lists of a record are empty: one for all of them saves 5 % of what 100,000 records hold. */
export const EMPTY: readonly never[] = [];
export const shared = <Item>(list: readonly Item[]): readonly Item[] => (list.length === 0 ? EMPTY : list);

/** Fields of a record of which nothing else is known. */
export const blank = {
  sdk: null,
  firedBy: { type: 'page' },
  call: null,
  event: null,
  requests: [],
  changes: [],
  lost: false,
} as const;

/** Makes the record of an event that has no call. */
export function fromEvent(
  event: ObservedEvent,
  raw: Json,
  guard: SecretGuard,
): Omit<TelemetryRecord, 'row' | 'frame' | 'documentKey'> {
  const subject = { type: 'event', json: raw } as const;
  const { sdk, firedBy, call, requests, changes, lost } = blank;
  const kind = kindOfSubject(subject);
  const name = stringAt(event.json, ['eid']) ?? 'no eid';
  // Without a spread, which takes several times as long: a collector makes thousands each second.
  const record = { sdk, firedBy, call, event, requests, changes, lost, kind, name, at: event.at };
  const secrets = secretsIn(subject, guard);
  return secrets.length === 0 ? record : { ...record, secrets };
}

const DAY_MS = 86_400_000;

/** When an event was made of which only the request was seen: its `ets`, where that can be milliseconds of this clock. */
export function timeOfSent(event: Json, requestAt: EpochMilliseconds): EpochMilliseconds {
  const ets = valueAt(event, ['ets']);
  return typeof ets === 'number' && Math.abs(ets - requestAt) <= DAY_MS ? ets : requestAt;
}

/** Returns the secrets of a call or an event. Their names and paths may hold secrets, too, which are masked. */
export function secretsIn(subject: Subject, guard: SecretGuard): readonly ObservedSecret[] {
  const found = guard.find(subject);
  if (found.length === 0) return EMPTY;
  return found.map(({ severity, path, params }) => guard.redact({ foundIn: subject.type, severity, path, params }));
}

/** The part of a record that says which secrets were masked: nothing for none. */
export function withSecrets(secrets: readonly ObservedSecret[]): Pick<TelemetryRecord, 'secrets'> {
  return secrets.length === 0 ? {} : { secrets };
}

/** An event as a row can be compared with it: shortened, where the row's own is. */
export function eventLike({ longValues }: TelemetryRecord, event: Json): Json {
  return longValues === undefined ? event : shortenEvent(event).json;
}

/** Returns the event that a row keeps: shortened, if the row's own values are. */
export function observationFor({ longValues }: TelemetryRecord, event: ObservedEvent): ObservedEvent {
  if (longValues === undefined) return event;
  const { json, truncations } = shortenEvent(event.json);
  return { ...event, json, truncations: [...event.truncations, ...truncations] };
}
