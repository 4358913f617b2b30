import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import { replaceDeepParts } from '#core/json/json-depth';
import { fieldNameOf, withUniqueKeys } from '#core/rules/privacy/secrets-in-event';
import { replaceDecoded } from '#core/secrets/decoded-text';
import { REDACTED } from '#core/secrets/known-secrets';
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

/** Replaces tokens, email addresses and phone numbers in one export. Equal values get equal pseudonyms. */
export interface Redactor {
  /**
   * Redacts a string. `name` is the name of its field, if known.
   * A field with the name of a secret is redacted as a whole.
   */
  text(text: string, name?: string): string;
  /** Redacts strings, keys, and numbers in fields named for secrets or phone numbers. Keeps the structure. */
  json(value: Json): Json;
  /** Returns the number of different redacted values so far. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Limit of the cache, in UTF-16 units.
 * Texts and names of events repeat, even call stacks and user agents. The cache is cleared when it is full, because a
 * page may create new texts forever.
 */
const MAX_CACHED_CHARS = 4_000_000;
const MAX_TEXT_CHARS = 100_000;
/** Overhead of a cache entry, in UTF-16 units. */
const ENTRY_CHARS = 40;
const MAY_BE_JSON = /^\s*[{[][\s\S]*[}\]]\s*$/;

/** Creates a redactor. Equal secrets and IDs get equal pseudonyms for its lifetime. */
export function createRedactor(): Redactor {
  const pseudonyms = createPseudonyms();
  const fieldTypeOf = memoize(detectFieldType);
  const redactPlain = memoize((text) => redactInnerJson(text) ?? redactParts(text, false, pseudonyms));
  const redactIds = memoize((text) => redactParts(text, true, pseudonyms));

  const redactText = (text: string, field: FieldType): string => {
    if (field === 'secret') return redactSecret(text, pseudonyms);
    if (field === 'phone') return redactPhone(text, pseudonyms);
    if (text.length < MIN_PERSONAL_CHARS) return text;
    if (field === 'id') return isPlainId(text) ? text : redactIds(text);
    return redactPlain(text);
  };
  /**
   * Redacts JSON inside a string, such as the response of a collector, by the names of its fields.
   * Returns null if the text isn't JSON.
   */
  const redactInnerJson = (text: string): string | null => {
    const parsed = MAY_BE_JSON.test(text) ? parseJson(text) : undefined;
    if (parsed === undefined) return null;
    const { json, replacedPaths } = replaceDeepParts(parsed, REDACTED);
    const redacted = JSON.stringify(redactJson(json, 'plain'));
    return replacedPaths.length === 0 && redacted === JSON.stringify(json) ? text : redacted;
  };
  const redactNumber = (value: number, field: FieldType): Json => {
    if (field !== 'phone' || !Number.isInteger(value)) return value;
    const redacted = redactPhone(String(value), pseudonyms);
    return redacted === String(value) ? value : redacted;
  };
  const redactJson = (value: Json, field: FieldType): Json => {
    if (typeof value === 'string') return redactText(value, field);
    if (typeof value === 'number') return redactNumber(value, field);
    if (isJsonArray(value)) return redactItems(value, field);
    return isJsonObject(value) ? redactObject(value, field === 'secret') : value;
  };
  const redactItems = (items: readonly Json[], field: FieldType): Json => {
    let redacted: Json[] | null = null;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] as Json;
      const redactedItem = redactJson(item, field);
      if (redactedItem !== item) redacted ??= items.slice(0, index);
      redacted?.push(redactedItem);
    }
    return redacted ?? items;
  };
  /**
   * Redacts an object.
   * Below a secret name, all texts are secrets. An object without secrets is not copied.
   */
  const redactObject = (value: JsonObject, isSecret: boolean): JsonObject => {
    const keys = Object.keys(value);
    let redacted: [string, Json][] | null = null;
    let isRenamed = false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const item = value[key];
      const redactedKey = redactText(key, 'plain');
      const name = fieldNameOf(value, key);
      const field = fieldTypeOf(name);
      const isSecretDigits = field === 'secret' && typeof item === 'number' && isSecretNumber(name, item);
      const redactedItem = redactJson(isSecretDigits ? String(item) : (item ?? null), isSecret ? 'secret' : field);
      isRenamed ||= redactedKey !== key;
      if (redactedKey !== key || redactedItem !== item) {
        redacted ??= keys.slice(0, index).map((earlier) => [earlier, value[earlier] as Json]);
      }
      redacted?.push([redactedKey, redactedItem]);
    }
    if (redacted === null) return value;
    // `Object.fromEntries` instead of assignments, because a page may name a field `__proto__`.
    return Object.fromEntries(isRenamed ? withUniqueKeys(redacted) : redacted);
  };

  return {
    text: (text, name) => redactText(text, name === undefined ? 'plain' : fieldTypeOf(name)),
    json: (value) => redactJson(value, 'plain'),
    counts: pseudonyms.counts,
  };
}

/** Kind of value, by the name of its field. */
type FieldType = 'secret' | 'phone' | 'id' | 'plain';

function detectFieldType(name: string): FieldType {
  if (isSecretName(name)) return 'secret';
  if (isPhoneField(name)) return 'phone';
  return isIdField(name) ? 'id' : 'plain';
}

/** Redacts a string. In an id, digits aren't a phone number. */
function redactParts(text: string, isId: boolean, pseudonyms: Pseudonyms): string {
  const withoutEmails = redactEmails(redactTokens(text, pseudonyms), pseudonyms);
  return isId ? withoutEmails : redactPhones(withoutEmails, pseudonyms);
}

function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
  const cache = new Map<string, Value>();
  let chars = 0;
  return (text) => {
    if (text.length > MAX_TEXT_CHARS) return compute(text);
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    chars += text.length + ENTRY_CHARS;
    if (chars > MAX_CACHED_CHARS) {
      cache.clear();
      chars = text.length + ENTRY_CHARS;
    }
    const created = compute(text);
    cache.set(text, created);
    return created;
  };
}

/** Replaces every email address in a string. Keeps the notation of the at sign. */
function redactEmails(text: string, pseudonyms: Pseudonyms): string {
  const isEmail = ([, local = '', , domain = '']: RegExpExecArray) => isEmailDomain(domain) && !isPseudonym(local);
  return replaceDecoded(text, EMAILS, hasAtSign, isEmail, ([, local = '', , domain = ''], source) => {
    const pseudonym = pseudonyms.get('email', `${local}@${domain}`.toLowerCase());
    return pseudonym.replace('@', () => AT_SIGN.exec(source)?.[0] ?? '@');
  });
}

/** An at sign, as itself or in an encoding. */
const AT_SIGN = /@|%(?:25)*40|\\+u0040|&(?:amp;)*#(?:64|x40);/i;

/** Digits that aren't a phone number: matched first, and left unchanged. */
const NO_PHONE = [
  String.raw`[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}`,
  String.raw`\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{1,3}(?:\.\d{1,3}){3}`,
];
/** A gap between digits. Form encoding writes a space as `+`. */
const FORM_GAP = `(?:\\+|${GAP})`;
/** International number (E.164) in any notation: +91 98765 43210, +1 (555) 123-4567. */
const INTERNATIONAL = String.raw`(?<![\p{L}\p{N}_+])\+[1-9१-९](?:${FORM_GAP}{0,2}${DIGIT}){7,14}`;
const NATIONAL = [
  String.raw`00[1-9]\d{0,2}${GAP}?\d(?:${GAP}?\d){6,11}`,
  // A mobile number in India: ten digits from 6 on. Epoch seconds begin with 1, milliseconds have 13 digits.
  `(?:0|91[ -]?)?[6-9६-९]${DIGIT}{9}`,
  `(?:0|91[ -])?[6-9६-९]${DIGIT}{4}[ -]${DIGIT}{5}`,
  String.raw`(?<==)[6-9]\d{4}\+\d{5}`,
  // With an area code: (022) 2345 6789, 022-23456789, 555-123-4567, (555) 123-4567.
  String.raw`\(0\d{2,4}\)[ -]?\d{3,4}[ -]?\d{3,4}`,
  String.raw`0\d{2,4}[ -]\d{6,8}`,
  String.raw`(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}`,
];
/**
 * Phone numbers in a string.
 * The flag `i` and repeated lookarounds would take the engine far longer to compile.
 */
const PHONE = new RegExp(
  `(${NO_PHONE.join('|')})|(?:${INTERNATIONAL}|${BEFORE_PHONE}(?:${NATIONAL.join('|')}))${AFTER_PHONE}`,
  'gu',
);
/** An ASCII word. Next to a letter in it, digits aren't a phone number. */
const WORD = /^[\w-]+$/;
const LETTER = /[A-Za-z_]/;
/** Fast test: each phone pattern has at least seven digits, separated by gaps. */
const SEVEN_DIGITS = new RegExp(`${DIGIT}(?:${FORM_GAP}{0,2}${DIGIT}){6}`);

/** Replaces a value whose digits are a phone number. */
function redactPhone(text: string, pseudonyms: Pseudonyms): string {
  const digits = digitsOf(text);
  return digits.length < 5 || isPseudonym(text) ? text : pseudonyms.get('phone', phoneKey(digits));
}

/** Replaces every phone number in a string. */
function redactPhones(text: string, pseudonyms: Pseudonyms): string {
  if (WORD.test(text) && LETTER.test(text)) return text;
  const hasSevenDigits = (decoded: string) => SEVEN_DIGITS.test(decoded);
  const isPhone = ([, otherDigits]: RegExpExecArray) => otherDigits === undefined;
  return replaceDecoded(text, PHONE, hasSevenDigits, isPhone, ([digits]) =>
    pseudonyms.get('phone', phoneKey(digitsOf(digits))),
  );
}

/** Returns the digits of a string in ASCII. */
function digitsOf(text: string): string {
  const latin = text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  return latin.replace(/\D/g, '');
}

/** Returns the key of a phone number, which is the same with and without the country code. */
function phoneKey(digits: string): string {
  return digits.slice(-10);
}

/**
 * Replaces a string that is a secret as a whole.
 * Keeps its scheme (`Bearer …`), which is not part of the secret.
 */
function redactSecret(text: string, pseudonyms: Pseudonyms): string {
  const [, scheme = '', secret = ''] = /^((?:Bearer|Basic|Digest|Token)\s+)?([\s\S]*)$/i.exec(text) ?? [];
  return secret === '' || isPseudonym(secret) ? text : scheme + pseudonyms.get('token', secret);
}

/** Replaces every secret in a string, by the rules for findings in events. */
function redactTokens(text: string, pseudonyms: Pseudonyms): string {
  return replaceSecrets(text, (secret) => (isPseudonym(secret) ? secret : pseudonyms.get('token', secret)));
}

/** Kind of value that a pseudonym replaces. */
type RedactedKind = 'token' | 'email' | 'phone';

/**
 * The pseudonyms of redacted values.
 * Equal values have the same pseudonym, and different values have different ones.
 */
interface Pseudonyms {
  /**
   * Returns a pseudonym.
   * `value` must be normalized: an email address in lower case, the digits of a phone number.
   */
  get(kind: RedactedKind, value: string): string;
  /** Returns the number of different redacted values by kind. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Creates pseudonyms in order of occurrence.
 * Examples: `token-1`, `phone-2`, `email-1@redacted.invalid` (RFC 2606).
 */
function createPseudonyms(): Pseudonyms {
  const numbersByKind: Readonly<Record<RedactedKind, Map<string, number>>> = {
    token: new Map(),
    email: new Map(),
    phone: new Map(),
  };
  return {
    get(kind, value) {
      const numbers = numbersByKind[kind];
      const number = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, number);
      return kind === 'email' ? `email-${number}${REDACTED_DOMAIN}` : `${kind}-${number}`;
    },
    counts: () => ({
      token: numbersByKind.token.size,
      email: numbersByKind.email.size,
      phone: numbersByKind.phone.size,
    }),
  };
}

/**
 * Whether a string is a pseudonym of an earlier redaction.
 * It is not replaced, so that redacting twice changes nothing.
 */
function isPseudonym(text: string): boolean {
  return /^(?:(?:token|phone)-\d+|email-\d+@redacted\.invalid|•••)$/.test(text);
}
