import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import { cutDeepParts } from '#core/json/json-depth';
import { fieldNameOf, MASK, withFreeKeys } from '#core/rules/privacy/secrets-in-event';
import {
  AFTER_PHONE,
  BEFORE_PHONE,
  DIGIT,
  EMAILS,
  GAP,
  hasAtSign,
  isEmailDomain,
  isIdField,
  isPhoneField,
  MIN_PERSONAL_CHARS,
  REDACTED_DOMAIN,
} from '#core/secrets/personal-data';
import { isSecretName, isSecretNumber } from '#core/secrets/secret-names';
import { isPlainId, replaceSecrets } from '#core/secrets/secret-search';

/** Hides tokens, email addresses and phone numbers in one export. Equal values get equal pseudonyms. */
export interface Redactor {
  /**
   * `name` is the field of the text, if known.
   * Some names say that all of it is secret.
   */
  text(text: string, name?: string): string;
  /** Strings, keys, and numbers in fields that are named for phone numbers; the value keeps its shape. */
  json(value: Json): Json;
  /** How many different values were hidden so far. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Texts and names of events repeat, call stacks and what a device is known by too.
 * So much of them is remembered; then again, as a page may make new ones for ever.
 */
const MAX_CACHED_CHARS = 4_000_000;
const MAX_TEXT_CHARS = 100_000;
/** What an entry takes beside its text, in UTF-16 units. */
const ENTRY_CHARS = 40;
const MAY_BE_JSON = /^\s*[{[][\s\S]*[}\]]\s*$/;

/** Creates a redactor. Equal secrets and IDs get equal pseudonyms for its lifetime. */
export function createRedactor(): Redactor {
  const pseudonyms = createPseudonyms();
  const fieldOf = remember(readField);
  const maskPlain = remember((text) => maskInside(text) ?? maskIn(text, false, pseudonyms));
  const maskIds = remember((text) => maskIn(text, true, pseudonyms));

  const maskText = (text: string, field: Field): string => {
    if (field === 'secret') return redactSecret(text, pseudonyms);
    if (field === 'phone') return redactPhone(text, pseudonyms);
    if (text.length < MIN_PERSONAL_CHARS) return text;
    if (field === 'id') return isPlainId(text) ? text : maskIds(text);
    return maskPlain(text);
  };
  /**
   * JSON inside of a text, as the responses of collectors are: its fields have names too.
   * Null if it is none.
   */
  const maskInside = (text: string): string | null => {
    const whole = MAY_BE_JSON.test(text) ? parseJson(text) : undefined;
    if (whole === undefined) return null;
    const { json, cutPaths } = cutDeepParts(whole, MASK);
    const hidden = JSON.stringify(maskJson(json, 'plain'));
    return cutPaths.length === 0 && hidden === JSON.stringify(json) ? text : hidden;
  };
  const maskNumber = (value: number, field: Field): Json => {
    if (field !== 'phone' || !Number.isInteger(value)) return value;
    const hidden = redactPhone(String(value), pseudonyms);
    return hidden === String(value) ? value : hidden;
  };
  const maskJson = (value: Json, field: Field): Json => {
    if (typeof value === 'string') return maskText(value, field);
    if (typeof value === 'number') return maskNumber(value, field);
    if (isJsonArray(value)) return maskItems(value, field);
    return isJsonObject(value) ? maskObject(value, field === 'secret') : value;
  };
  const maskItems = (items: readonly Json[], field: Field): Json => {
    let masked: Json[] | null = null;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] as Json;
      const shown = maskJson(item, field);
      if (shown !== item) masked ??= items.slice(0, index);
      masked?.push(shown);
    }
    return masked ?? items;
  };
  /** Below a secret name, all texts are secrets. Nearly all objects have nothing to hide: they are not copied. */
  const maskObject = (value: JsonObject, isSecret: boolean): JsonObject => {
    const keys = Object.keys(value);
    let masked: [string, Json][] | null = null;
    let isRenamed = false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const item = value[key];
      const shown = maskText(key, 'plain');
      const name = fieldNameOf(value, key);
      const field = fieldOf(name);
      const isSecretDigits = field === 'secret' && typeof item === 'number' && isSecretNumber(name, item);
      const shownItem = maskJson(isSecretDigits ? String(item) : (item ?? null), isSecret ? 'secret' : field);
      isRenamed ||= shown !== key;
      if (shown !== key || shownItem !== item) {
        masked ??= keys.slice(0, index).map((before) => [before, value[before] as Json]);
      }
      masked?.push([shown, shownItem]);
    }
    if (masked === null) return value;
    // No assignment, as a page may name a field `__proto__`.
    return Object.fromEntries(isRenamed ? withFreeKeys(masked) : masked);
  };

  return {
    text: (text, name) => maskText(text, name === undefined ? 'plain' : fieldOf(name)),
    json: (value) => maskJson(value, 'plain'),
    counts: pseudonyms.counts,
  };
}

/** Kind of value that a field's name announces. */
type Field = 'secret' | 'phone' | 'id' | 'plain';

function readField(name: string): Field {
  if (isSecretName(name)) return 'secret';
  if (isPhoneField(name)) return 'phone';
  return isIdField(name) ? 'id' : 'plain';
}

/** Ids of telemetry may be digits alone: a number there is theirs. */
function maskIn(text: string, isId: boolean, pseudonyms: Pseudonyms): string {
  const rest = redactEmails(redactSecrets(text, pseudonyms), pseudonyms);
  return isId ? rest : redactPhones(rest, pseudonyms);
}

function remember<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let chars = 0;
  return (text) => {
    if (text.length > MAX_TEXT_CHARS) return make(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    chars += text.length + ENTRY_CHARS;
    if (chars > MAX_CACHED_CHARS) {
      known.clear();
      chars = text.length + ENTRY_CHARS;
    }
    const created = make(text);
    known.set(text, created);
    return created;
  };
}

/** The same text with every e-mail address replaced; it is written with the same at sign as before. */
function redactEmails(text: string, pseudonyms: Pseudonyms): string {
  if (!hasAtSign(text)) return text;
  return text.replace(EMAILS, (whole: string, local: string, at: string, domain: string) => {
    const address = `${decoded(local)}@${domain}`.toLowerCase();
    if (!isEmailDomain(domain) || isPseudonym(local)) return whole;
    return pseudonyms.of('email', address).replace('@', () => at);
  });
}

/** Addresses are the same however their signs are written. Only signs of one byte are matched. */
function decoded(local: string): string {
  return local.replace(/%([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Digits that are no phone number: matched first, and left unchanged. */
const NO_PHONE = [
  String.raw`[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}`,
  String.raw`\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
];
/** E.164, written in any way: +91 98765 43210, +1 (555) 123-4567, %2B919876543210. */
const INTERNATIONAL = String.raw`(?<![\p{L}\p{N}_+])(?:\+|%2[Bb])[1-9१-९](?:${GAP}{0,2}${DIGIT}){7,14}`;
const NATIONAL = [
  String.raw`00[1-9]\d{0,2}${GAP}?\d(?:${GAP}?\d){6,11}`,
  // A mobile number in India: ten digits from 6 on. Epoch seconds begin with 1, milliseconds have 13 digits.
  `(?:0|91[ -]?)?[6-9६-९]${DIGIT}{9}`,
  `(?:0|91[ -])?[6-9६-९]${DIGIT}{4}[ -]${DIGIT}{5}`,
  // With an area code: (022) 2345 6789, 022-23456789, 555-123-4567, (555) 123-4567.
  String.raw`\(0\d{2,4}\)[ -]?\d{3,4}[ -]?\d{3,4}`,
  String.raw`0\d{2,4}[ -]\d{6,8}`,
  String.raw`(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}`,
];
/** Neither ignores case nor repeats what is around a number: both would take the engine far longer to compile. */
const PHONE = new RegExp(
  `(${NO_PHONE.join('|')})|(?:${INTERNATIONAL}|${BEFORE_PHONE}(?:${NATIONAL.join('|')}))${AFTER_PHONE}`,
  'gu',
);
/** A word in ASCII, in which nothing separates a phone number from its letters. */
const WORD = /^[\w-]+$/;
const LETTER = /[A-Za-z_]/;
/** Each of the patterns has so many digits, with no more between them. */
const SEVEN_DIGITS = new RegExp(`${DIGIT}(?:${GAP}{0,2}${DIGIT}){6}`);

/** All digits of the value are a phone number. */
function redactPhone(text: string, pseudonyms: Pseudonyms): string {
  const digits = digitsOf(text);
  return digits.length < 5 || isPseudonym(text) ? text : pseudonyms.of('phone', numberKey(digits));
}

/** The same text with every phone number replaced. */
function redactPhones(text: string, pseudonyms: Pseudonyms): string {
  if (!SEVEN_DIGITS.test(text) || (WORD.test(text) && LETTER.test(text))) return text;
  return text.replace(PHONE, (whole: string, other: string | undefined) =>
    other === undefined ? pseudonyms.of('phone', numberKey(digitsOf(whole))) : whole,
  );
}

/** In Latin digits. The `2` of `%2B` is a plus. */
function digitsOf(text: string): string {
  const latin = text.replace(/%2B/gi, '').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  return latin.replace(/\D/g, '');
}

/** With and without the country's code it is the same number. */
function numberKey(digits: string): string {
  return digits.slice(-10);
}

/** The whole text is a secret. A scheme (`Bearer …`) stays to be read, and is no part of the value. */
function redactSecret(text: string, pseudonyms: Pseudonyms): string {
  const [, scheme = '', secret = ''] = /^((?:Bearer|Basic|Digest|Token)\s+)?([\s\S]*)$/i.exec(text) ?? [];
  return secret === '' || isPseudonym(secret) ? text : scheme + pseudonyms.of('token', secret);
}

/** The same text with every secret in it replaced: the same ones that are a finding in an event. */
function redactSecrets(text: string, pseudonyms: Pseudonyms): string {
  return replaceSecrets(text, (secret) => (isPseudonym(secret) ? secret : pseudonyms.of('token', secret)));
}

/** Kind of value that a pseudonym replaces. */
type RedactedKind = 'token' | 'email' | 'phone';

/**
 * Stands for values that must not be seen.
 * The same value always has the same pseudonym, and no other value has it.
 */
interface Pseudonyms {
  /** `value` in the form in which equal ones are equal: an e-mail address in small letters, a phone number's digits. */
  of(kind: RedactedKind, value: string): string;
  /** How many different values of each kind were hidden. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Creates pseudonyms in order of occurrence.
 * Examples: `token-1`, `phone-2`, `email-1@masked.invalid` (RFC 2606).
 */
function createPseudonyms(): Pseudonyms {
  const known: Readonly<Record<RedactedKind, Map<string, number>>> = {
    token: new Map(),
    email: new Map(),
    phone: new Map(),
  };
  return {
    of(kind, value) {
      const numbers = known[kind];
      const number = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, number);
      return kind === 'email' ? `email-${number}${REDACTED_DOMAIN}` : `${kind}-${number}`;
    },
    counts: () => ({ token: known.token.size, email: known.email.size, phone: known.phone.size }),
  };
}

/**
 * Whether a text is a pseudonym of an earlier masking.
 * It stays, so that masking twice changes nothing.
 */
function isPseudonym(text: string): boolean {
  return /^(?:(?:token|phone)-\d+|email-\d+@masked\.invalid|•••)$/.test(text);
}
