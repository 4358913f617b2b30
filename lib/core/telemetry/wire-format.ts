import { isJsonObject, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import type { EventDefinition } from './definition';

/** The arguments of a call that emits an event, with the path of each in the event. */
export interface WireArguments {
  readonly args: JsonObject;
  readonly places: readonly WirePlace[];
}

export interface WirePlace {
  readonly argument: readonly string[];
  readonly event: readonly string[];
}

/**
 * Returns the paths of a definition's arguments in an event, most general first.
 * `data` is `edata` by default.
 */
export function placesOf(definition: EventDefinition): readonly WirePlace[] {
  const pairs = Object.entries(definition.onWire ?? { data: 'edata' });
  return pairs.map(([argument, source]) => ({ argument: argument.split('.'), event: source.split('.') }));
}

/** Reads the arguments of a call out of an event. */
export function argumentsOnWire(sources: readonly WirePlace[], event: JsonObject): WireArguments {
  const args: Record<string, Json> = {};
  const places: WirePlace[] = [];
  for (const place of sources) {
    const [name = '', field] = place.argument;
    const value = valueAt(event, place.event);
    const filled = field === undefined ? { value, place } : fillField(args[name], field, value, place);
    if (filled === null) continue;
    if (filled.value !== undefined) args[name] = filled.value;
    places.push(filled.place);
  }
  return { args, places };
}

/** Converts arguments to parts of an event: the inverse of `argumentsOnWire`. */
export function eventParts(sources: readonly WirePlace[], args: JsonObject): JsonObject {
  const parts: Record<string, Json> = {};
  for (const { argument, event } of sources) {
    const value = valueAt(args, argument);
    const [part = '', field] = event;
    if (value === undefined) continue;
    const existing = parts[part];
    parts[part] = field === undefined ? value : { ...(isJsonObject(existing) ? existing : {}), [field]: value };
  }
  return parts;
}

/** Sets a field of an argument. Returns null if the argument is no object or has the field already. */
function fillField(argument: Json | undefined, field: string, value: Json | undefined, place: WirePlace) {
  const holder = argument ?? {};
  if (!isJsonObject(holder) || (valueAt(holder, [field]) ?? null) !== null) return null;
  if (value === undefined) return { value: holder, place };
  const inner = unwrapNested(value, field);
  if (inner === null) return { value: { ...holder, [field]: value }, place };
  return { value: { ...holder, [field]: inner }, place: { ...place, event: [...place.event, field] } };
}

/** Unwraps `edata: { edata: … }`, which SDKs send if they are called as the document specifies. */
function unwrapNested(value: Json | undefined, field: string): JsonObject | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return null;
  const inner = valueAt(value, [field]);
  return isJsonObject(inner) ? inner : null;
}

/** Maps findings about arguments to paths in an event. */
export interface Placement {
  /** Equal keys mean equal mappings. */
  readonly key: string;
  readonly toEventPath: (path: JsonPath) => JsonPath;
}

export function placementOf(places: readonly WirePlace[]): Placement {
  let key: string | null = null;
  return {
    get key() {
      key ??= places.map(({ argument, event }) => `${argument}=${event}`).join(' ');
      return key;
    },
    toEventPath: (path) => pathInEvent(path, places),
  };
}

/** Maps the path of a finding about an argument to a path in the event. */
export function pathInEvent(path: JsonPath, places: readonly WirePlace[]): JsonPath {
  const place = places.findLast(({ argument }) => argument.every((step, index) => path[index] === step));
  return place ? [...place.event, ...path.slice(place.argument.length)] : path;
}

/** Maps a path of an event to the path in its arguments, or `null` if no argument is there. */
export function pathInArguments(path: JsonPath, places: readonly WirePlace[]): JsonPath | null {
  const place = places.findLast(({ event }) => event.every((step, index) => path[index] === step));
  return place ? [...place.argument, ...path.slice(place.event.length)] : null;
}
