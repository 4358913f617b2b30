import { formatPath, isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import {
  type BuiltInRuleSetId,
  type FindingReason,
  type FoundReason,
  isBuiltInRuleSet,
  type RuleSetId,
} from '#core/telemetry/findings';

/**
 * The sentences of one language.
 * `{name}` stands for a parameter, `{n:name:one:many}` for a number with the noun that fits it, `{a:name}` and
 * `{A:name}` for a noun with the English article. A `.short` sentence is for a place that shows the allowed values
 * beside it.
 */
export type MessageCatalog = Readonly<Record<MessageId, string>>;

type MessageId = FindingReason | FoundReason | ShortReason | TitleId | 'argument' | 'number-locale';
type TitleId = `title-${BuiltInRuleSetId}`;
type ShortReason =
  `${'not-a-kind' | 'wrong-type-choice' | 'not-listed' | 'letter-case-list' | 'not-usual' | `${'not-listed' | 'letter-case'}-for`}.short`;

/** What findings say in English: what the field must be, and what it is. */
export const englishMessages = {
  custom: '{text}',
  'unlisted-findings': '{n:errors:more error:more errors} and {n:notices:more notice:more notices} are not listed.',
  'unlisted-errors': '{n:errors:more error is:more errors are} not listed.',
  'unlisted-notices': '{n:notices:more notice is:more notices are} not listed.',
  'not-a-kind': 'The event type must be one of {allowed}; got {value}.',
  'not-a-kind.short': 'Unknown event type {value}.',
  'not-an-event': 'An event must be an object; got {found}.',
  'not-a-call': 'Expected a call {"method", "args"} or an event {"eid", …}; got {found}.',
  'neither-call-nor-event':
    'The object has neither method nor eid. Expected a call {"method", "args"} or an event {"eid", …}.',
  'arguments-not-array': 'args must be an array of the call’s arguments.',
  'eid-missing': 'eid is required: one of {allowed}.',
  'eid-wrong-type': 'eid must be one of {allowed}; got {found}.',

  missing: '{absent} Expected {a:need}.',
  'missing-noted': '{absent} Expected {a:need}: {note}.',
  'missing-default': '{path} is not set. Default: {default}.',
  'missing-choice': '{absent} Expected one of {allowed}.',
  'missing-with': '{path} is required with {with}.',
  absent: '{path} is required.',
  'absent-null': '{path} is required; null counts as not set.',

  'wrong-type': '{path} must be {a:need}; got {found}.',
  'wrong-type-choice': '{path} must be one of {allowed}; got {found}.',
  'wrong-type-choice.short': '{path} must be one of {n:count:value:values}; got {found}.',
  'null-value': '{path} must not be null.',
  'not-one-pair': '{path} must be an object with exactly one key; got {n:keys:key:keys}.',
  'found-value': '{value}',
  'found-not-finite': '{value}',
  'found-fraction': '{value}',
  'found-too-large': '{value}, which is too large to be exact',
  'found-json-text': '{value}, which is JSON text of {a:json}',
  'found-own-json-text': '{value}, which is JSON text: send the {json} itself',
  'found-array': 'an array of {n:items:item:items}',
  'found-empty-array': 'an empty array',
  'found-object': 'an object with {n:fields:field:fields}',
  'found-empty-object': 'an empty object',
  'found-null': 'null',
  'found-nothing': 'nothing',

  'not-listed': '{path} must be one of {allowed}; got {value}.',
  'not-listed.short': '{path} must be one of {n:count:value:values}; got {value}.',
  'not-listed-for': '{path} must be one of {allowed} for {cause}; got {value}.',
  'not-listed-for.short': '{path} must be one of {n:count:value:values} for {cause}; got {value}.',
  'letter-case': '{path} is case-sensitive: use {nearest}, not {value}.',
  'letter-case-list': '{path} is case-sensitive: use {nearest}, not {value}. Allowed: {allowed}.',
  'letter-case-list.short': '{path} is case-sensitive: use {nearest}, not {value}.',
  'letter-case-for': '{path} is case-sensitive: for {cause} use {nearest}, not {value}. Allowed: {allowed}.',
  'letter-case-for.short': '{path} is case-sensitive: for {cause} use {nearest}, not {value}.',
  'not-usual': 'The definition names {allowed} for {path}; got {value}.',
  'not-usual.short': 'The definition does not name {value} for {path}.',

  'empty-string': '{path} must not be empty.',
  'empty-id': '{path} must not be empty.',
  'not-between': '{path} must be between {minimum} and {maximum}; got {value}.',
  'below-minimum': '{path} must be at least {minimum}; got {value}.',
  'above-maximum': '{path} must be at most {maximum}; got {value}.',
  'below-usual': '{path} should be at least {minimum}; got {value}.',
  'below-usual-noted': '{path} should be at least {minimum}; got {value}: {note}.',

  'unlisted-field': '{path} is not in the definition. Fields here: {listed}.',
  'unlisted-field-case': '{path} is not in the definition. Field names are case-sensitive: use {nearest}.',
  'unlisted-field-none': '{path} is not in the definition, which lists no fields here.',
  'extra-argument': '{signature} has no argument {position}; got {found}.',
  'sdk-options': '{signature} does not list the SDK options {keys}. SDKs accept them.',
  'sdk-options-empty': '{signature} does not list the SDK options. SDKs accept them.',

  'position-count': '{path} must have {count} positions for {cause}, the start and the drop point; got {found}.',
  'score-of-yes': 'score should be 1 where pass is "Yes"; got 0.',
  'score-of-no': 'score should be 0 where pass is "No"; got 1.',
  'score-above-maxscore': 'score must not be greater than maxscore ({limit}); got {found}.',
  'topn-above-size': 'topn must not have more results than size ({limit}); got {found}.',
  'end-before-start': 'endtime ({end}) must not be before starttime ({start}).',
  'timespent-above-span': 'timespent must not be longer than starttime to endtime ({span} s); got {spent} s.',
  'other-actor': 'actor.id must be {entity} (the active entity) or anonymous; got "{actor}".',

  secret: '{place} contains {shape}. Telemetry is widely readable: never send tokens or passwords.',
  'secret-by-name':
    '{place} contains a secret by its name ({name}). Telemetry is widely readable: never send tokens or passwords.',
  'secret-maybe':
    '{place} may contain a secret by its name ({name}). Telemetry is widely readable: never send tokens or passwords.',
  'secret-in-key':
    '{place} has a key that contains {shape}. Telemetry is widely readable: never send tokens or passwords.',
  'the-value': 'The value',
  argument: 'argument {position}',
  jwt: 'a JSON Web Token',
  authorization: 'an Authorization header',
  'password-in-url': 'a URL with a password',
  'token-in-url': 'a URL with a token',
  'signature-in-url': 'a signed URL',
  'sign-in-code': 'a URL with a sign-in code',
  cookie: 'a session cookie',
  'service-token': 'a token or key of a known service',
  'private-key': 'a private key',
  'secret-in-text': 'a secret by its name in a text',

  'ingestion-eid': 'eid must be an event type that the pipeline knows.',
  'ingestion-size': 'The event must be at most {mebibytes} MiB.',
  'ingestion-missing': '{path} is required.',
  'ingestion-extra': '{path} is not allowed.',
  'ingestion-type': '{path} must be of type {expected}; got {found}.',
  'ingestion-small': '{path} is empty or too small.',
  'ingestion-list': '{path} must be one of the values in its list.',

  'title-definition': 'definition',
  'title-envelope': 'envelope',
  'title-privacy': 'privacy',
  'title-entity': 'entity',
  'title-ingestion': 'ingestion',

  /** The language that counts are written in. */
  'number-locale': 'en',
} as const satisfies MessageCatalog;

/** The parameters that a sentence has places for. Braces around JSON are text. */
type ParameterOf<Template> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? NameIn<Place> | ParameterOf<Rest>
  : never;
type NameIn<Place extends string> = Place extends `"${string}`
  ? never
  : Place extends `${'a' | 'A' | 'n'}:${infer Name}:${string}`
    ? Name
    : Place extends `${'a' | 'A'}:${infer Name}`
      ? Name
      : Place;

/** Allows each sentence the parameters of the English one only; another one makes its type `never`. */
export type TranslatedMessages<T extends MessageCatalog> = {
  readonly [Id in keyof T]: Id extends keyof typeof englishMessages
    ? ParameterOf<T[Id]> extends ParameterOf<(typeof englishMessages)[Id]>
      ? T[Id]
      : never
    : never;
};

/** Returns the sentences of another language. Its type refuses a place that English lacks. */
export function translateMessages<const T extends MessageCatalog>(messages: T & TranslatedMessages<T>): MessageCatalog {
  return messages;
}

type SomeMessages = Partial<MessageCatalog>;

/** Whether this version has a sentence for it. */
export function isMessage(id: string): boolean {
  return Object.hasOwn(englishMessages, id);
}

type Described = { readonly path: JsonPath; readonly params: JsonObject };

/**
 * The sentence of a finding, in English where the language lacks it.
 * Never throws: a file may hold any parameters.
 */
export function findingText({ path, params }: Described, messages: SomeMessages = englishMessages): string {
  return sentenceOf(templateOf(messages, String(params.reason)), path, params, messages);
}

/** The same for a place that shows the allowed values beside it. */
export function shortFindingText({ path, params }: Described, messages: SomeMessages = englishMessages): string {
  const { allowed } = params;
  const short = allowed ? templateOf(messages, `${params.reason}.short`) : '';
  const counted = isJsonArray(allowed ?? null) ? { ...params, count: (allowed as Json[]).length } : params;
  return sentenceOf(short || templateOf(messages, String(params.reason)), path, counted, messages);
}

/** What a rule set is called. */
export function ruleSetTitle(id: RuleSetId, messages: SomeMessages = englishMessages): string {
  return isBuiltInRuleSet(id) ? templateOf(messages, `title-${id}`) : id;
}

function sentenceOf(template: string, path: JsonPath, params: JsonObject, messages: SomeMessages): string {
  return fill(template, { ...params, path: placeText(path, messages) }, messages);
}

/** `edata.type`, or `argument 2`. A key of the page may hold codes that move a terminal's cursor. */
function placeText(path: JsonPath, messages: SomeMessages): string {
  const [first, ...rest] = path;
  if (first === undefined) return templateOf(messages, 'the-value');
  const start =
    typeof first === 'number' ? fill(templateOf(messages, 'argument'), { position: first + 1 }, messages) : first;
  return formatPath([start, ...rest]).replace(/\p{Cc}/gu, '\uFFFD');
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
    if (format === 'n')
      return `${Number(value).toLocaleString(templateOf(messages, 'number-locale'))} ${value === 1 ? one : many}`;
    const text = valueText(value, params.path ?? '', messages);
    return format === undefined ? text : withArticle(text, format === 'A');
  });
}

/** Parts of a sentence have no parts themselves: a file cannot nest them without end. */
function valueText(value: Json, path: Json, messages: SomeMessages): string {
  if (isJsonArray(value)) return value.map((item) => (typeof item === 'object' ? '' : String(item))).join(', ');
  if (!isJsonObject(value)) return String(value);
  const template = templateOf(messages, String(value.reason));
  return template.replace(PLACE, (place, _format: string | undefined, name: string) => {
    const inner = name === 'path' ? path : Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    return typeof inner === 'object' ? '' : fill(place, { [name]: inner }, messages);
  });
}

function withArticle(noun: string, isFirst: boolean): string {
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  return `${isFirst ? article[0]?.toUpperCase() + article.slice(1) : article} ${noun}`;
}
