import { isAtOrBelow, isJsonObject, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import type { EventDefinition } from './definition';

/** The arguments of a call that emits an event, with the path of each in the event. */
export interface WireArguments {
  readonly args: JsonObject;
  readonly mappings: readonly ArgumentMapping[];
}

/** The path of an argument of a call, and its path in the event. */
export interface ArgumentMapping {
  readonly argument: readonly string[];
  readonly event: readonly string[];
}

/**
 * Returns the paths of a definition's arguments in an event, most general first.
 * `data` is `edata` by default.
 */
export function mappingsOf(definition: EventDefinition): readonly ArgumentMapping[] {
  const pairs = Object.entries(definition.onWire ?? { data: 'edata' });
  return pairs.map(([argument, source]) => ({ argument: argument.split('.'), event: source.split('.') }));
}

/** Reads the arguments of a call out of an event. */
export function readWireArguments(sources: readonly ArgumentMapping[], event: JsonObject): WireArguments {
  const args: Record<string, Json> = {};
  const mappings: ArgumentMapping[] = [];
  for (const mapping of sources) {
    const [name = '', field] = mapping.argument;
    const value = valueAt(event, mapping.event);
    const filled = field === undefined ? { value, mapping } : fillField(args[name], field, value, mapping);
    if (filled === null) continue;
    if (filled.value !== undefined) args[name] = filled.value;
    mappings.push(filled.mapping);
  }
  return { args, mappings };
}

/** Converts arguments to parts of an event: the inverse of `readWireArguments`. */
export function toEventParts(sources: readonly ArgumentMapping[], args: JsonObject): JsonObject {
  const parts: Record<string, Json> = {};
  for (const { argument, event } of sources) {
    const value = valueAt(args, argument);
    const [part = '', field] = event;
    if (value === undefined) continue;
    const earlierPart = parts[part];
    parts[part] = field === undefined ? value : { ...(isJsonObject(earlierPart) ? earlierPart : {}), [field]: value };
  }
  return parts;
}

/** Sets a field of an argument. Returns null if the argument isn't an object or has the field already. */
function fillField(argument: Json | undefined, field: string, value: Json | undefined, mapping: ArgumentMapping) {
  const holder = argument ?? {};
  if (!isJsonObject(holder) || (valueAt(holder, [field]) ?? null) !== null) return null;
  if (value === undefined) return { value: holder, mapping };
  const inner = unwrapNested(value, field);
  if (inner === null) return { value: { ...holder, [field]: value }, mapping };
  return { value: { ...holder, [field]: inner }, mapping: { ...mapping, event: [...mapping.event, field] } };
}

/** Unwraps `edata: { edata: … }`, which SDKs send if they are called as the specification describes. */
function unwrapNested(value: Json | undefined, field: string): JsonObject | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return null;
  const inner = valueAt(value, [field]);
  return isJsonObject(inner) ? inner : null;
}

/** Maps findings about arguments to paths in an event. */
export interface ArgumentLayout {
  /** Equal keys mean equal mappings. */
  readonly key: string;
  readonly toEventPath: (path: JsonPath) => JsonPath;
}

export function argumentLayoutOf(mappings: readonly ArgumentMapping[]): ArgumentLayout {
  let key: string | null = null;
  return {
    get key() {
      key ??= mappings.map(({ argument, event }) => `${argument}=${event}`).join(' ');
      return key;
    },
    toEventPath: (path) => pathInEvent(path, mappings),
  };
}

/** Maps the path of a finding about an argument to a path in the event. */
export function pathInEvent(path: JsonPath, mappings: readonly ArgumentMapping[]): JsonPath {
  const mapping = mappings.findLast(({ argument }) => isAtOrBelow(path, argument));
  return mapping ? [...mapping.event, ...path.slice(mapping.argument.length)] : path;
}

/** Maps a path of an event to the path in its arguments, or `null` if no argument is there. */
export function pathInArguments(path: JsonPath, mappings: readonly ArgumentMapping[]): JsonPath | null {
  const mapping = mappings.findLast(({ event }) => isAtOrBelow(path, event));
  return mapping ? [...mapping.argument, ...path.slice(mapping.event.length)] : null;
}
