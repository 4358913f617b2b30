import type { TelemetryRecord } from '#core/journey/record';
import { type Json, type JsonObject, stringAt, valueAt } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { namedArguments } from './named-arguments';

/** Rules that turn a captured event back into arguments. */
export interface ArgumentRules {
  /** The names of a method's arguments, in order; empty for a method that is no V3 kind. */
  readonly argumentNames: (method: string) => readonly string[];
  /** The arguments, by name, that an event on the wire would have been called with. */
  readonly argumentsOfEvent: (kind: EventKind, event: Json) => JsonObject;
}

/**
 * Returns the draft that equals a captured event: JSON text keyed by argument name.
 * Null if its kind is no V3 kind.
 */
export function draftOfRecord(
  record: Pick<TelemetryRecord, 'kind' | 'call' | 'event'>,
  rules: ArgumentRules,
): string | null {
  const { kind, call, event } = record;
  if (!kind) return null;
  if (call) return JSON.stringify(callArguments(call.args, rules.argumentNames(kind)), null, 2);
  return event && JSON.stringify(rules.argumentsOfEvent(kind, event.json), null, 2);
}

/** Returns the identity of a captured event among those of its kind. */
export function originOf({ row, event }: TelemetryRecord): DraftOrigin {
  const json = event?.json ?? null;
  const ets = valueAt(json, ['ets']);
  return { row, mid: stringAt(json, ['mid']), ets: typeof ets === 'number' ? ets : null };
}

/**
 * Includes the SDK's own `options`, so that a fired copy equals the original.
 * Further arguments cannot be part of a draft.
 */
function callArguments(args: readonly Json[], names: readonly string[]): JsonObject {
  return namedArguments(args.slice(0, names.length + 1), names);
}

/** The captured event that a draft was made of. */
export interface DraftOrigin {
  readonly row: number;
  readonly mid: string | null;
  readonly ets: number | null;
}
