import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { Finding, FindingReason, FoundReason } from '#core/telemetry/findings';

/**
 * The sentences of one language. `{name}` stands for a parameter, `{n:name:one:many}` for a number with the noun that fits
 * it, `{a:name}` and `{A:name}` for a noun with the English article. A `.short` sentence is for a place that shows the
 * allowed values beside it.
 */
export type MessageCatalog = Readonly<Record<MessageId, string>>;

type MessageId = FindingReason | FoundReason | ShortReason | 'in-event';
type ShortReason =
  `${'not-a-kind' | 'not-listed' | 'letter-case-list' | 'not-usual' | `${'not-listed' | 'letter-case'}-for`}.short`;

/** What findings say in English. */
export const englishMessages: MessageCatalog = {
  stored: '{text}',
  'unlisted-findings': 'From here on, {errors} more errors and {notices} more notices are not listed.',
  'not-a-kind': '{value} is none of the 17 kinds: {allowed}.',
  'not-a-kind.short': '{value} is none of the 17 kinds.',
  'not-an-event': '{found}; an event is an object.',
  'not-a-call': '{found}; a call {"method", "args"} or an event {"eid", …} is needed.',
  'neither-call-nor-event':
    'This object has no method and no eid; a call {"method", "args"} or an event {"eid", …} is needed.',
  'arguments-not-array': 'args is not an array; it holds the arguments of the call in order.',
  'eid-missing': 'eid is missing. One of {allowed} is needed.',
  'eid-wrong-type': '{found}; a string is needed. One of {allowed} is needed.',

  missing: '{absent} {A:need} is needed.',
  'missing-noted': '{absent} {A:need} is needed: {note}.',
  'missing-default': '{absent} The default is used: {default}.',
  'missing-choice': '{absent} One of {allowed} is needed.',
  'missing-with': '{field} is missing; it is needed with {with}.',
  absent: '{field} is missing.',
  'absent-null': '{field} is null, which counts as missing.',

  'wrong-type': '{found}; {a:need} is needed.',
  'wrong-type-choice': '{found}; {a:need} is needed: one of {allowed}.',
  'not-one-pair': 'An object with {n:keys:key:keys} was found; an object with exactly one key is needed.',
  'found-value': '{value} is a {type}',
  'found-not-finite': '{value} is no finite number',
  'found-fraction': '{value} is not whole',
  'found-too-large': '{value} is too large to be exact',
  'found-array': 'An array of {n:items:item:items} was found',
  'found-object': 'An object with {n:fields:field:fields} was found',
  'found-null': 'null was found',
  'found-nothing': 'Nothing was found',

  'not-listed': '{value} is not in the list: {allowed}.',
  'not-listed.short': '{value} is not in the list.',
  'not-listed-for': '{value} is not in the list for {cause}. The list: {allowed}.',
  'not-listed-for.short': '{value} is not in the list for {cause}.',
  'letter-case': '{value} is not in the list; only the letter case differs: {nearest}.',
  'letter-case-list': '{value} is not in the list; only the letter case differs: {nearest}. The list: {allowed}.',
  'letter-case-list.short': '{value} is not in the list; only the letter case differs: {nearest}.',
  'letter-case-for':
    '{value} is not in the list for {cause}; only the letter case differs: {nearest}. The list: {allowed}.',
  'letter-case-for.short': '{value} is not in the list for {cause}; only the letter case differs: {nearest}.',
  'not-usual': '{value} is none of the values that the document names: {allowed}.',
  'not-usual.short': '{value} is none of the values that the document names.',

  'empty-string': '{field} is an empty string; at least {n:minimum:character:characters} is needed.',
  'empty-id': '{field} is an empty string, so it names nothing.',
  'not-between': '{value} is not between {minimum} and {maximum}.',
  'below-minimum': '{value} is not between {minimum} and no upper bound.',
  'above-maximum': '{value} is not between no lower bound and {maximum}.',
  'below-usual': '{value} is below {minimum}; {minimum} or more is expected.',
  'below-usual-noted': '{value} is below {minimum}; {minimum} or more is expected: {note}.',

  'unlisted-field': '{field} is not a listed field. Listed here: {listed}.',
  'unlisted-field-case': '{field} is not a listed field; only the letter case differs: {nearest}.',
  'unlisted-field-none': '{field} is not a listed field; nothing is listed here.',
  'extra-argument': '{found}; {signature} has no argument {position}.',
  'sdk-options': "The SDK's options ({keys}) were found; the SDKs take them, {signature} does not list them.",
  'sdk-options-empty': "The SDK's options were found; the SDKs take them, {signature} does not list them.",

  'position-count': '{cause} has {count} positions, the start and the drop point; found: {found}.',
  'score-of-yes': 'pass is "Yes", so a score of 1 is expected; found: 0.',
  'score-of-no': 'pass is "No", so a score of 0 is expected; found: 1.',
  'score-above-maxscore': 'score should not be above maxscore. Found: {found} against {limit}.',
  'topn-above-size': 'topn should not hold more results than size says. Found: {found} against {limit}.',
  'end-before-start': 'endtime {end} is before starttime {start}.',
  'timespent-above-span': 'timespent is {spent} seconds, but from starttime to endtime there are only {span}.',
  'other-actor': 'actor.id is "{actor}", but the entity in use is {entity}. Allowed: {entity}, or anonymous.',

  secret: '{place} holds {shape}. Telemetry is stored and read by many: send no token and no password.',
  'secret-by-name':
    '{place} holds what its name says ({name}). Telemetry is stored and read by many: send no token and no password.',
  'secret-maybe':
    '{place} may hold what its name says ({name}). Telemetry is stored and read by many: send no token and no password.',
  'secret-in-key':
    '{place} has a field name that holds {shape}. Telemetry is stored and read by many: send no token and no password.',
  'the-value': 'The value',
  jwt: 'a JSON Web Token',
  authorization: 'an Authorization header',
  'password-in-url': 'a password in an address',
  'token-in-url': 'a token in an address',

  'in-event': '{sentence} In an event it is {eventPath}.',
};

type SomeMessages = Partial<MessageCatalog>;

/** Whether this version has a sentence for it. */
export function isMessage(id: string): boolean {
  return Object.hasOwn(englishMessages, id);
}

/** The sentence of a finding, in English where the language lacks it. Never throws: a file may hold any parameters. */
export function findingText({ params }: Pick<Finding, 'params'>, messages: SomeMessages = englishMessages): string {
  return inEvent(fill(templateOf(messages, params.reason), params, messages), params, messages);
}

/** The same for a place that shows the allowed values beside it. */
export function shortFindingText(
  { params }: Pick<Finding, 'params'>,
  messages: SomeMessages = englishMessages,
): string {
  const short = params.allowed ? templateOf(messages, `${params.reason}.short`) : '';
  const template = short || templateOf(messages, params.reason);
  return inEvent(fill(template, params, messages), params, messages);
}

/** `"7" is a string`: a part of a sentence by itself. */
export function partText(params: JsonObject, messages: SomeMessages = englishMessages): string {
  return fill(templateOf(messages, String(params.reason)), params, messages);
}

function inEvent(sentence: string, params: JsonObject, messages: SomeMessages): string {
  if (params.eventPath === undefined) return sentence;
  return fill(templateOf(messages, 'in-event'), { ...params, sentence }, messages);
}

function templateOf(messages: SomeMessages, id: string): string {
  return messageIn(messages, id) ?? messageIn(englishMessages, id) ?? '';
}

function messageIn(messages: SomeMessages, id: string): string | undefined {
  return Object.hasOwn(messages, id) ? Reflect.get(messages, id) : undefined;
}

const PLACE = /\{(?:([aAn]):)?(\w+)(?::([^:}]*):([^:}]*))?\}/g;

function fill(template: string, params: JsonObject, messages: SomeMessages): string {
  return template.replace(PLACE, (_, format: string | undefined, name: string, one = '', many = '') => {
    const value = Object.hasOwn(params, name) ? (params[name] ?? null) : null;
    if (format === 'n') return `${Number(value).toLocaleString('en')} ${value === 1 ? one : many}`;
    const text = valueText(value, messages);
    return format === undefined ? text : withArticle(text, format === 'A');
  });
}

/** Parts of a sentence have no parts themselves: a file cannot nest them without end. */
function valueText(value: Json, messages: SomeMessages): string {
  if (isJsonArray(value)) return value.map((item) => (typeof item === 'object' ? '' : String(item))).join(', ');
  if (!isJsonObject(value)) return String(value);
  const template = templateOf(messages, String(value.reason));
  return template.replace(PLACE, (place, _format: string | undefined, name: string) => {
    const inner = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    return typeof inner === 'object' ? '' : fill(place, { [name]: inner }, messages);
  });
}

function withArticle(noun: string, isFirst: boolean): string {
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  return `${isFirst ? article[0]?.toUpperCase() + article.slice(1) : article} ${noun}`;
}
