import type { TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { Finding } from '#core/telemetry/findings';
import { pathInEvent, readWireArguments } from '#core/telemetry/wire-format';

/** Returns the path of a finding in the event, also for a finding in the call. */
export function findingPathInEvent(
  { call, kind }: Pick<TelemetryRecord, 'call' | 'kind'>,
  { ruleSet, path }: Pick<Finding, 'ruleSet' | 'path'>,
  event: Json | undefined,
): JsonPath {
  if (call === null || kind === null) return path;
  const { argumentNames, mappings } = compiledOf(kind);
  const isOfCall = ruleSet === 'definition' || ruleSet === 'privacy' || ruleSet === 'hints';
  if (!isOfCall || !argumentNames.includes(String(path[0]))) return path;
  return pathInEvent(path, isJsonObject(event) ? readWireArguments(mappings, event).mappings : mappings);
}
