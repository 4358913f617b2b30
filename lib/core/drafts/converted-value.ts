import { isJsonArray, isJsonObject, type Json, parseJson } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';

/** Converts a value to the type of its field; undefined where that would lose or invent something. */
export function convertValue(found: Json, field: Field): Json | undefined {
  const { type, choices } = field;
  if (type === 'string' && typeof found !== 'object') return inList(String(found), choices);
  if (type === 'number' || type === 'integer') return toNumber(found, field);
  if (type === 'boolean' && (found === 'true' || found === 'false')) return found === 'true';
  const read = typeof found === 'string' ? parseJson(found) : undefined;
  if (type === 'object') return isJsonObject(read) ? read : undefined;
  return type === 'array' ? toList(found, read, field) : undefined;
}

function inList(text: string, choices: readonly string[] | null): string | undefined {
  return choices === null || choices.includes(text) ? text : undefined;
}

/** A list in JSON text, or the one item of a list. */
function toList(found: Json, read: Json | undefined, { item }: Field): Json | undefined {
  if (isJsonArray(read)) return read;
  const isItem = found !== null && item !== null && (item.type === 'any' || item.type === typeof found);
  return isItem && !isJsonArray(found) ? [found] : undefined;
}

/** A date with its time zone is a point in time only where the field is one. */
function toNumber(found: Json, { name, type, epoch }: Field): number | undefined {
  if (typeof found !== 'string') return undefined;
  const text = found.trim();
  const value = (epoch || name === 'ets') && ISO_TIME.test(text) ? Date.parse(text) : toDecimal(text);
  return Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value)) ? undefined : value;
}

function toDecimal(text: string): number {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
