import type { ObservedCall, ObservedEvent } from '#core/journey/record';
import { type Json, type JsonPath, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { Finding } from '#core/telemetry/findings';
import { argumentNameAt, toNamedArguments } from './named-arguments';

/** The observed parts of an event: the call, the emitted event, or both. */
export interface ObservedParts {
  readonly call: Pick<ObservedCall, 'method' | 'args'> | null;
  readonly event: Pick<ObservedEvent, 'json'> | null;
}

/** Returns the names of a method's arguments in order. Empty for an unknown method. */
export type ArgumentNames = (method: string) => readonly string[];

/** Returns the call by argument names, and the emitted event. Parts that were not observed are absent. */
export function capturedParts(record: ObservedParts, namesOf: ArgumentNames): { readonly [part: string]: Json } {
  const parts: Record<string, Json> = {};
  if (record.call) parts.call = toNamedArguments(record.call.args, namesOf(record.call.method));
  if (record.event) parts.event = record.event.json;
  return parts;
}

/**
 * Returns the path of a finding's field in the tree.
 * The path leads into the call if it names an argument, else into the event.
 */
export function findingPath(record: ObservedParts, finding: Finding, namesOf: ArgumentNames): JsonPath {
  const [first] = finding.path;
  if (!record.call || (record.event && finding.ruleSet === 'envelope')) return ['event', ...finding.path];
  const names = namesOf(record.call.method);
  const isInCall = typeof first === 'number' || first === undefined || names.includes(first) || !record.event;
  if (typeof first === 'number') return ['call', argumentNameAt(names, first), ...finding.path.slice(1)];
  return [isInCall ? 'call' : 'event', ...finding.path];
}

/** Returns the path of a finding's field, and that of the same field in the event or the call. */
export function findingPaths(
  record: ObservedParts,
  finding: Finding,
  namesOf: ArgumentNames,
): readonly [JsonPath, ...JsonPath[]] {
  const path = findingPath(record, finding, namesOf);
  const other = counterpartOf(path);
  return other && isSameAt(capturedParts(record, namesOf), path, other) ? [path, other] : [path];
}

/** Returns the path in the event for a path in the call, or the reverse. */
function counterpartOf([part, first, ...rest]: JsonPath): JsonPath | null {
  if (first === undefined) return null;
  if (part === 'event') return first === 'edata' ? ['call', 'data', ...rest] : ['call', 'options', first, ...rest];
  if (first === 'data') return ['event', 'edata', ...rest];
  return first === 'options' && rest.length > 0 ? ['event', ...rest] : null;
}

/** Whether two paths have the same value, or both have none. */
function isSameAt(parts: Json, path: JsonPath, other: JsonPath): boolean {
  const [value, otherValue] = [valueAt(parts, path), valueAt(parts, other)];
  if (value !== undefined && otherValue !== undefined) return jsonEquals(value, otherValue);
  return value === otherValue && valueAt(parts, other.slice(0, -1)) !== undefined;
}

/** Returns the value that a finding is about, or undefined if there is none, as for a missing field. */
export function foundValue(record: ObservedParts, finding: Finding, namesOf: ArgumentNames): Json | undefined {
  return valueAt(capturedParts(record, namesOf), findingPath(record, finding, namesOf));
}

/** Returns a finding's path in the draft. An extra argument is under `options`. */
export function draftPath(path: JsonPath): JsonPath {
  return typeof path[0] === 'number' ? ['options', ...path.slice(1)] : path;
}

/** Returns the findings of a call with their paths in the draft. */
export function findingsInDraft(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, path: draftPath(finding.path) }));
}
