import type { JsonPath } from '#core/json/json';
import { isAtOrBelow } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import type { Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';

/** Fields outside of V3 in which pipelines store the time of receipt. */
const PIPELINE_TIMES: readonly string[] = ['syncts'];

/**
 * Whether a field is a time, as a number since 1970.
 * The path is one of `capturedParts`: it begins with `call` or `event`.
 */
export function isEpochField(kind: EventKind | null, [part, ...path]: JsonPath): boolean {
  if (part === 'call') return kind !== null && isEpoch(compiledOf(kind).fields, path);
  if (path[0] === 'edata')
    return kind !== null && argumentPathsOf(kind, path).some((argument) => isEpochArgument(kind, argument));
  return isEpoch(envelopeFields(), path) || (path.length === 1 && PIPELINE_TIMES.includes(String(path[0])));
}

const isEpochArgument = (kind: EventKind, path: JsonPath): boolean => isEpoch(compiledOf(kind).fields, path);

/** Returns the paths in the arguments that correspond to a path in the event. */
function argumentPathsOf(kind: EventKind, path: JsonPath): readonly JsonPath[] {
  const mappedPaths = compiledOf(kind)
    .mappings.filter(({ event }) => isAtOrBelow(path, event))
    .map(({ event, argument }) => [...argument, ...path.slice(event.length)]);
  // SDK 2.0.1 emits the argument of a SUMMARY unchanged, so the event has an `edata` inside `edata`.
  return [...mappedPaths, ['data', ...path.slice(1)]];
}

function isEpoch(fields: readonly Field[], [name, ...rest]: JsonPath): boolean {
  const field = fields.find((each) => each.name === name);
  if (!field) return false;
  return rest.length === 0 ? field.epoch : isEpoch(field.children, rest);
}
