import type { TelemetryRecord } from '#core/journey/record';
import { type Json, type JsonPath, valueAt } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import { nameAt, namedArguments } from './named-arguments';

/** The names of a method's arguments in order; empty for a method that is not known. */
export type ArgumentNames = (method: string) => readonly string[];

/** The call by argument names, and the event as the SDK emitted it; a part that was not seen is absent. */
export function capturedParts(record: TelemetryRecord, namesOf: ArgumentNames): { readonly [part: string]: Json } {
  const parts: Record<string, Json> = {};
  if (record.call) parts.call = namedArguments(record.call.args, namesOf(record.call.method));
  if (record.event) parts.event = record.event.json;
  return parts;
}

/** Where a finding's field stands in the tree: in the call if its path starts with an argument of it, else in the event. */
export function findingPath(record: TelemetryRecord, finding: Finding, namesOf: ArgumentNames): JsonPath {
  const [first] = finding.path;
  if (!record.call || (record.event && finding.ruleSet === 'envelope')) return ['event', ...finding.path];
  const names = namesOf(record.call.method);
  const ofCall = typeof first === 'number' || first === undefined || names.includes(first) || !record.event;
  if (typeof first === 'number') return ['call', nameAt(names, first), ...finding.path.slice(1)];
  return [ofCall ? 'call' : 'event', ...finding.path];
}

/** The value that a finding speaks of; undefined if there is none, as for a missing field. */
export function foundValue(record: TelemetryRecord, finding: Finding, namesOf: ArgumentNames): Json | undefined {
  return valueAt(capturedParts(record, namesOf), findingPath(record, finding, namesOf));
}

/** A finding's path as the draft spells it: a surplus argument stands under `options`. */
export function draftPath(path: JsonPath): JsonPath {
  return typeof path[0] === 'number' ? ['options', ...path.slice(1)] : path;
}
