import { isJsonArray, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import messages from '#i18n/english-headlines';
import { nameArguments } from './arguments';
import { compiledOf } from './compiled';
import type { EventDefinition, HeadlineCode, HeadlinePart } from './definition';
import { isEventKind, kindOfEid } from './kinds';
import { readWireArguments } from './wire-format';
import { truncate } from './wording';

/** Limit of a value in a headline, in UTF-16 units. A row shows one clipped line. */
const MAX_VALUE_CHARS = 80;

type HeadlineValues = Readonly<Record<string, string | number>>;

/** Returns the text of a message of `headlines`, or `null` if the language has none. */
export type TranslateHeadline = (code: HeadlineCode, values: HeadlineValues) => string | null;

const translateToEnglish: TranslateHeadline = (code, values) => messages[`headlines.${code}`]?.(values) ?? null;

/** Returns the headline of a call, such as `do_2134 · player · play`, or an empty string. */
export function headlineOfCall(method: string, args: readonly Json[], translate = translateToEnglish): string {
  if (!isEventKind(method)) return '';
  const { definition, argumentNames } = compiledOf(method);
  const argsByName = nameArguments(argumentNames, args);
  const { data } = argsByName;
  // Data without the `edata` wrapper is invalid, but its values still make a useful headline.
  const summary = formatHeadline(definition, argsByName, translate);
  return summary || (data ? formatHeadline(definition, { ...argsByName, data: { edata: data } }, translate) : '');
}

/** Returns the headline of an event on the wire, or an empty string. */
export function headlineOfEvent(event: Json, translate = translateToEnglish): string {
  const eid = valueAt(event, ['eid']);
  const kind = typeof eid === 'string' ? kindOfEid(eid) : null;
  if (kind === null || !isJsonObject(event)) return '';
  const { definition, mappings } = compiledOf(kind);
  return formatHeadline(definition, readWireArguments(mappings, event).args, translate);
}

function formatHeadline(definition: EventDefinition, args: JsonObject, translate: TranslateHeadline): string {
  const parts = definition.headline.map((part) => partText(part, args, translate));
  return parts.filter((text) => text !== null).join(' · ');
}

function partText(part: HeadlinePart, args: JsonObject, translate: TranslateHeadline): string | null {
  if (typeof part === 'string') return valueText(args, part);
  const values: Record<string, string | number> = {};
  for (const [name, path] of Object.entries(part.values)) {
    const value = name === 'count' ? sizeOf(valueAt(args, path.split('.'))) : valueText(args, path);
    if (value === null) return null;
    values[name] = value;
  }
  return translate(part.code, values);
}

function valueText(args: JsonObject, path: string): string | null {
  const value = valueAt(args, path.split('.'));
  if (typeof value === 'string') return value === '' ? null : truncate(value.replace(/\s+/g, ' '), MAX_VALUE_CHARS);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function sizeOf(value: Json | undefined): number | null {
  if (typeof value === 'string' || isJsonArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : null;
}
