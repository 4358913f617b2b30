import { type Json, stringAt, valueAt } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import type { EpochMilliseconds, ObservedEvent, TelemetryRecord } from '../record';
import { shortenEvent } from '../values/long-values';
import type { CorrelatorRules } from './observations';

/** Most lists of a record are empty: one for all of them saves 5 % of what 100,000 records hold. */
export const EMPTY: readonly never[] = [];
export const shared = <Item>(list: readonly Item[]): readonly Item[] => (list.length === 0 ? EMPTY : list);

/** What a record has of which nothing else is known. */
export const blank = {
  sdk: null,
  firedBy: { from: 'page' },
  call: null,
  event: null,
  requests: [],
  changes: [],
  sharesMid: false,
  lost: false,
} as const;

/** Makes the record of an event that has no call. */
export function fromEvent(
  event: ObservedEvent,
  raw: Json,
  rules: CorrelatorRules,
): Omit<TelemetryRecord, 'row' | 'frame' | 'documentKey'> {
  const verdict = rules.validateEvent(raw);
  return {
    ...blank,
    kind: verdict.kind,
    name: stringAt(event.json, ['eid']) ?? 'no eid',
    headline: rules.headlineOfEvent(event.json),
    at: event.at,
    event,
    verdict: verdict.verdict,
    findings: findingsWithoutSecrets(verdict.findings, rules),
  };
}

const DAY_MS = 86_400_000;

/** When an event was made of which only the request was seen: its `ets`, where that can be milliseconds of this clock. */
export function timeOfSent(event: Json, requestAt: EpochMilliseconds): EpochMilliseconds {
  const ets = valueAt(event, ['ets']);
  return typeof ets === 'number' && Math.abs(ets - requestAt) <= DAY_MS ? ets : requestAt;
}

/** Redacts findings, which repeat values of the event. */
export function findingsWithoutSecrets(findings: readonly Finding[], rules: CorrelatorRules): readonly Finding[] {
  return findings.length === 0 ? findings : rules.redactKnownSecrets(findings);
}

/** An event as a row can be compared with it: shortened, where the row's own is. */
export function eventLike({ longValues }: TelemetryRecord, event: Json): Json {
  return longValues === undefined ? event : shortenEvent(event).json;
}

/** What a row keeps of an event: shortened, where the row's own values are. */
export function observationFor({ longValues }: TelemetryRecord, event: ObservedEvent): ObservedEvent {
  if (longValues === undefined) return event;
  const { json, cuts } = shortenEvent(event.json);
  return { ...event, json, cuts: [...event.cuts, ...cuts] };
}
