import type { Json } from '#core/json/json';
import type { Field } from './fields';
import { foundText, keyText, listText, noteTail, notListed, plural, quote, sameButForCase } from './wording';

/** Lists up to this many entries are written out even where another part of the sentence already helps. */
const SHORT_LIST = 7;

export function missing(field: Field, value: null | undefined): string {
  const absent = `${field.name} is ${value === null ? 'null, which counts as missing' : 'missing'}.`;
  if (field.defaultText !== null) return `${absent} The default is used: ${field.defaultText}.`;
  if (field.choices) return `${absent} One of ${listText(field.choices)} is needed.`;
  return `${absent} ${article(needText(field))} is needed${field.note ? `: ${noteTail(field.note)}` : ''}.`;
}

export function wrongType(field: Field, value: Json): string {
  const found = field.type === 'integer' && typeof value === 'number' ? notWhole(value) : foundText(value);
  const choices = field.choices ? `: one of ${listText(field.choices)}` : '';
  return `${found}; ${article(needText(field)).toLowerCase()} is needed${choices}.`;
}

export function notInList(field: Field, value: string): string {
  const list = field.choices ?? [];
  if (sameButForCase(value, list) === null) return `${quote(value)} is not in the list: ${listText(list)}.`;
  const message = notListed(value, list);
  return list.length > SHORT_LIST ? message : `${message} The list: ${listText(list)}.`;
}

export function notUsual(field: Field, value: string): string {
  return `${quote(value)} is none of the values that the document names: ${listText(field.usualChoices ?? [])}.`;
}

export function tooShort(field: Field): string {
  return `${field.name} is an empty string; at least ${plural(field.minimumLength, 'character')} is needed.`;
}

export function emptyId(field: Field): string {
  return `${field.name} is an empty string, so it names nothing.`;
}

export function outOfRange(field: Field, value: number): string {
  return `${value} is not between ${field.minimum ?? 'no lower bound'} and ${field.maximum ?? 'no upper bound'}.`;
}

export function belowUsual(field: Field, value: number): string {
  const note = field.note ? `: ${noteTail(field.note)}` : '';
  return `${value} is below ${field.usualMinimum}; ${field.usualMinimum} or more is expected${note}.`;
}

export function notOnePair(keys: number): string {
  return `An object with ${plural(keys, 'key')} was found; an object with exactly one key is needed.`;
}

export function unknownField(parent: Field, key: string): string {
  const names = parent.children.map((child) => child.name);
  const nearest = sameButForCase(key, names);
  const unlisted = `${keyText(key)} is not a listed field`;
  if (nearest !== null) return `${unlisted}; only the letter case differs: ${nearest}.`;
  return names.length === 0 ? `${unlisted}; nothing is listed here.` : `${unlisted}. Listed here: ${listText(names)}.`;
}

function notWhole(value: number): string {
  return Number.isInteger(value) ? `${value} is too large to be exact` : `${value} is not whole`;
}

function needText(field: Field): string {
  if (field.onePair) return 'object with exactly one key';
  return field.type === 'any' ? 'value' : field.typeText;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`;
}
