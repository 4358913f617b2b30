import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import { findPersonalData, isIdField, MIN_PERSONAL_CHARS } from '#core/secrets/personal-data';
import type { HintList } from './hint-list';

/** Limit of the walk. Real events are a few levels deep. */
const MAX_DEPTH = 30;
/** Limit of a checked text. Longer texts are stack traces, pages and files. */
const MAX_TEXT_CHARS = 2_000;
/** Number of digits of a phone number without its country code. */
export const MIN_PHONE_DIGITS = 10;
/** Number of digits with the country code `91`. */
const MAX_PHONE_DIGITS = 12;
/** ASCII characters next to digits that `findPersonalData` does not accept around a phone number. */
const BEFORE_NO_PHONE = /[A-Za-z_.:/=&?#-]/;
const AFTER_NO_PHONE = /[A-Za-z_/:-]/;
/** Limit of a plausible duration: a week. As milliseconds, the number would be ten minutes. */
const MAX_DURATION_S = 604_800;
/** Smallest number that is read as epoch seconds: in 2001. */
const MIN_TIMESTAMP_S = 1_000_000_000;
const SECONDS_PER_DAY = 86_400;

/** Texts that programs write for an unset value. */
export const placeholders: readonly string[] = ['undefined', 'null', 'NaN', '[object Object]'];
const MAX_PLACEHOLDER_CHARS = 15;

function isPlaceholder(text: string): boolean {
  return text.length <= MAX_PLACEHOLDER_CHARS && placeholders.includes(text);
}

/** Names of identifiers that do not end in `id`. */
const ID_NAMES: ReadonlySet<string> = new Set(['channel', 'env', 'l1', 'l2', 'l3', 'l4']);
/** Names of fields with free text. */
const FREE_TEXTS: ReadonlySet<string> = new Set([
  ...['message', 'data', 'stacktrace', 'query', 'title', 'desc', 'comments', 'commenttxt', 'text', 'body', 'raw'],
]);
const SUMMARIES: readonly (string | number | undefined)[] = ['envsummary', 'pagesummary'];
const URL_START = /^https?:\/\//i;

/**
 * Adds hints about a value and its parts.
 * `key` is the name of its field, or of the field with its list.
 */
export function addValueHints(value: Json, key: string, list: HintList): void {
  if (typeof value === 'string') {
    if (value.length > 1) addTextHints(value, key, list);
  } else if (typeof value === 'number') {
    if (value > MAX_DURATION_S) addNumberHints(value, key, list);
  } else if (isJsonArray(value)) {
    addItemHints(value, key, list);
  } else if (isJsonObject(value)) {
    addFieldHints(value, list);
  }
}

function addItemHints(items: readonly Json[], key: string, list: HintList): void {
  if (list.path.length >= MAX_DEPTH) return;
  for (let index = 0; index < items.length; index += 1) {
    list.path.push(index);
    addValueHints(items[index] as Json, key, list);
    list.path.pop();
  }
}

function addFieldHints(fields: JsonObject, list: HintList): void {
  if (list.path.length >= MAX_DEPTH) return;
  let isEmpty = true;
  for (const name in fields) {
    isEmpty = false;
    list.path.push(name);
    addValueHints(fields[name] as Json, name, list);
    list.path.pop();
  }
  // Not for `rollup`, which SDKs send empty.
  if (isEmpty && list.path.length === 1 && list.path[0] === 'object') list.add({ reason: 'empty-object' });
}

function addTextHints(text: string, key: string, list: HintList): void {
  if (isPlaceholder(text)) {
    if (isIdName(key)) list.add({ reason: 'placeholder-id', value: text });
    return;
  }
  if (text.length > MAX_TEXT_CHARS) return;
  if (startsLikeJson(text) && !FREE_TEXTS.has(key) && isFieldPath(list)) addJsonHint(text, list);
  else if (key === 'pid' && isPidPath(list.path) && text.startsWith('Mozilla/')) {
    list.add({ reason: 'user-agent-as-pid' });
  } else if (key === 'pageid' && list.pathInData.length === 1 && URL_START.test(text)) {
    list.add({ reason: 'url-as-pageid' });
  }
  addPersonalHint(text, key, list);
}

function startsLikeJson(text: string): boolean {
  const first = text.charAt(0);
  return first === '[' || first === '{';
}

function isIdName(key: string): boolean {
  return /id$/i.test(key) || ID_NAMES.has(key);
}

/**
 * Whether the current value is a field, where JSON text is probably a mistake.
 * Players write the items of `params`, `resvalues` and `tags` as JSON text.
 */
function isFieldPath({ path, pathInData }: HintList): boolean {
  return pathInData.length === 1 || path[0] === 'context' || path[0] === 'object' || path[0] === 'actor';
}

function addJsonHint(text: string, list: HintList): void {
  const last = text.at(-1);
  if (last !== ']' && last !== '}') return;
  const json = parseJson(text);
  if (isJsonArray(json)) list.add({ reason: 'json-as-text', json: 'array' });
  else if (isJsonObject(json)) list.add({ reason: 'json-as-text', json: 'object' });
}

function addPersonalHint(text: string, key: string, list: HintList): void {
  if (!mayBePersonal(text)) return;
  const personalData = findPersonalData(text);
  if (personalData === 'email') list.add({ reason: 'personal-email' });
  // Ids may consist of digits.
  else if (personalData === 'phone' && !isIdName(key) && !isIdField(key)) list.add({ reason: 'personal-phone' });
}

/**
 * Whether a string may have personal data.
 * It has an at sign, an encoded character, a plus, or digits like a phone number.
 */
function mayBePersonal(text: string): boolean {
  if (text.length < MIN_PERSONAL_CHARS) return false;
  if (text.includes('@') || text.includes('%') || text.includes('+')) return true;
  // Tests every tenth character, because a run of ten digits contains at least one of them.
  for (let offset = MIN_PHONE_DIGITS - 1; offset < text.length; ) {
    let from = offset;
    while (from > offset - MIN_PHONE_DIGITS && isDigit(text.charCodeAt(from))) from -= 1;
    let end = from;
    if (from === offset - MIN_PHONE_DIGITS) {
      end = offset + 1;
      while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
      if (isPhoneLike(text, from + 1, end)) return true;
    }
    offset = end + MIN_PHONE_DIGITS;
  }
  return false;
}

/**
 * Whether a run of digits may be a phone number.
 * Ids of contents have more digits, and other ids have adjacent letters.
 */
function isPhoneLike(text: string, from: number, to: number): boolean {
  // The at sign of an email address may be escaped.
  if (text.includes('&') || text.includes('\\')) return true;
  if (to - from > MAX_PHONE_DIGITS) return false;
  return !(from > 0 && BEFORE_NO_PHONE.test(text.charAt(from - 1))) && !AFTER_NO_PHONE.test(text.charAt(to));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function addNumberHints(value: number, key: string, list: HintList): void {
  if (!isDurationPath(key, list.pathInData)) return;
  if (value >= MIN_TIMESTAMP_S) list.add({ reason: 'duration-is-timestamp', value: String(value) });
  else list.add({ reason: 'duration-in-milliseconds', value, days: Math.round(value / SECONDS_PER_DAY) });
}

/** Whether the definition has a duration in seconds at a path. A duration in free data may have any unit. */
function isDurationPath(key: string, path: HintList['pathInData']): boolean {
  if (key !== 'duration' && key !== 'timespent') return false;
  return path.length === 1 || (path.length === 3 && SUMMARIES.includes(path[0]));
}

function isPidPath(path: HintList['path']): boolean {
  return path.length === 3 && path[0] === 'context' && path[1] === 'pdata';
}

/** Paths of an event with special hints, besides the hints for any text. `*` stands for each item. */
export const hintPaths = {
  duration: [['duration'], ['timespent'], ['envsummary', '*', 'timespent'], ['pagesummary', '*', 'timespent']].flatMap(
    (path) => [
      ['edata', ...path],
      ['edata', 'edata', ...path],
    ],
  ),
  name: [
    ['edata', 'pageid'],
    ['edata', 'edata', 'pageid'],
    ['context', 'pdata', 'pid'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;
