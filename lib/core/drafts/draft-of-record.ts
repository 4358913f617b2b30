import type { TelemetryRecord } from '#core/journey/record';
import { definedFields, isJsonObject, type Json, type JsonObject, ownValue, stringAt, valueAt } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { toNamedArguments } from './named-arguments';

/** Rules that convert a captured event into arguments. */
export interface ArgumentRules {
  /** Returns the names of a method's arguments, in order. Empty for a method that isn't a V3 kind. */
  readonly argumentNames: (method: string) => readonly string[];
  /** Returns the arguments, by name, of a call that results in an event. */
  readonly argumentsOfEvent: (kind: EventKind, event: Json) => JsonObject;
}

/**
 * Returns a captured event as a draft: JSON text keyed by argument name.
 * Returns `null` if its kind isn't a V3 kind, or if it has neither a call nor an event.
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

/** Returns the identity of a captured event, and the parts of it that are not in its draft. */
export function draftOriginOf({ row, event }: TelemetryRecord): DraftOrigin {
  const json = event?.json ?? null;
  const ets = valueAt(json, ['ets']);
  const envelope = isJsonObject(json) ? envelopeFieldsOf(json) : null;
  return { row, mid: stringAt(json, ['mid']), ets: typeof ets === 'number' ? ets : null, envelope };
}

/** The fields of an event that its call does not determine. */
const ENVELOPE_FIELDS = ['ver', 'actor', 'context', 'object', 'tags'] as const;

function envelopeFieldsOf(event: JsonObject): JsonObject {
  return definedFields(Object.fromEntries(ENVELOPE_FIELDS.map((name) => [name, ownValue(event, name)])));
}

/**
 * Includes the SDK's own `options`, so that a fired copy equals the original.
 * Drafts do not support further arguments.
 */
function callArguments(args: readonly Json[], names: readonly string[]): JsonObject {
  return toNamedArguments(args.slice(0, names.length + 1), names);
}

/** The captured event from which a draft was created. */
export interface DraftOrigin {
  /** In the panel, the number that the list shows. */
  readonly row: number;
  readonly mid: string | null;
  readonly ets: number | null;
  /** Version, actor, context, object and tags of the event; `null` if there is no event, or if the draft fixes them. */
  readonly envelope: JsonObject | null;
}
