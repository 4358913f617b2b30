import { isJsonArray, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { nameArguments } from './arguments';
import { compiledOf } from './compiled';
import type { EventDefinition, HeadlinePart } from './definition';
import { isEventKind, kindOfEid } from './kinds';
import { argumentsOnWire } from './wire-format';
import { pluralize, truncate } from './wording';

/** Longest value that a headline repeats, in UTF-16 units: a row is one clipped line. */
const MAX_VALUE_CHARS = 80;

/** A word of a headline in the language of the reader. */
type Translate = (english: string) => string;

const inEnglish: Translate = (english) => english;

/** Returns the headline of a call: `do_2134 · player · play`; empty if there is none. */
export function headlineOfCall(method: string, args: readonly Json[], translate = inEnglish): string {
  if (!isEventKind(method)) return '';
  const { definition, argumentNames } = compiledOf(method);
  const named = nameArguments(argumentNames, args);
  const { data } = named;
  // Data without the `edata` wrapper is invalid but still says what was called.
  const summary = headline(definition, named, translate);
  return summary || (data ? headline(definition, { ...named, data: { edata: data } }, translate) : '');
}

/** The same line for an event on the wire. */
export function headlineOfEvent(event: Json, translate = inEnglish): string {
  const eid = valueAt(event, ['eid']);
  const kind = typeof eid === 'string' ? kindOfEid(eid) : null;
  if (kind === null || !isJsonObject(event)) return '';
  const { definition, places } = compiledOf(kind);
  return headline(definition, argumentsOnWire(places, event).args, translate);
}

function headline(definition: EventDefinition, args: JsonObject, translate: Translate): string {
  const parts = definition.headline.map((part) => partText(part, args, translate));
  return parts.filter((text) => text !== null).join(' · ');
}

function partText(part: HeadlinePart, args: JsonObject, translate: Translate): string | null {
  if (typeof part !== 'string') return countText(part, args, translate);
  if (!part.includes('{')) return valueText(args, part);
  let isWhole = true;
  const text = part.replace(/\{([^}]+)\}|[a-z]+/g, (found: string, path: string | undefined) => {
    if (path === undefined) return translate(found);
    const value = valueText(args, path);
    isWhole &&= value !== null;
    return value ?? '';
  });
  return isWhole ? text : null;
}

function valueText(args: JsonObject, path: string): string | null {
  const value = valueAt(args, path.split('.'));
  if (typeof value === 'string') return value === '' ? null : truncate(value.replace(/\s+/g, ' '), MAX_VALUE_CHARS);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function countText(part: Exclude<HeadlinePart, string>, args: JsonObject, translate: Translate): string | null {
  const size = sizeOf(valueAt(args, part.count.split('.')));
  if (size === null) return null;
  if (size === 0 && part.none !== undefined) return translate(part.none);
  return pluralize(size, translate(part.one), translate(part.many));
}

function sizeOf(value: Json | undefined): number | null {
  if (typeof value === 'string' || isJsonArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}
