import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import { cutDeepParts } from '#core/json/json-depth';
import { withFreeKeys } from '#core/rules/privacy/free-keys';
import { fieldNameOf, MASK } from '#core/rules/privacy/secrets-in-event';
import { isSecretName, isSecretNumber } from '#core/secrets/secret-names';
import { redactEmails } from './email-texts';
import { isIdField, isPhoneField, redactPhone, redactPhones } from './phone-texts';
import { createPseudonyms, type Pseudonyms, type RedactedKind } from './pseudonyms';
import { redactSecret, redactSecrets } from './secret-texts';

/** Hides tokens, email addresses and phone numbers in one export. Equal values get equal pseudonyms. */
export interface Redactor {
  /**
   * `name` is the field that the text stands in, where it is known.
   * Some names say that all of it is secret.
   */
  text(text: string, name?: string): string;
  /** Strings, keys, and numbers in fields that are named for phone numbers; the value keeps its shape. */
  json(value: Json): Json;
  /** How many different values were hidden so far. */
  counts(): Readonly<Record<RedactedKind, number>>;
}

/**
 * Texts and names of events repeat.
 * So many are remembered; then again, as a page may make new ones for ever.
 */
const MAX_CACHED_STRINGS = 20_000;
const MAX_CACHED_CHARS = 300;
/** `a@b.in`: nothing shorter is anything. */
const MIN_EMAIL_CHARS = 6;
const MAY_BE_JSON = /^\s*[{[][\s\S]*[}\]]\s*$/;

/** Creates a redactor. Equal secrets and IDs get equal pseudonyms for as long as it is used. */
export function createRedactor(): Redactor {
  const pseudonyms = createPseudonyms();
  const fieldOf = remember(readField);
  const maskPlain = remember((text) => maskInside(text) ?? maskIn(text, false, pseudonyms));
  const maskIds = remember((text) => maskIn(text, true, pseudonyms));

  const maskText = (text: string, field: Field): string => {
    if (field === 'secret') return redactSecret(text, pseudonyms);
    if (field === 'phone') return redactPhone(text, pseudonyms);
    if (text.length < MIN_EMAIL_CHARS) return text;
    return field === 'id' ? maskIds(text) : maskPlain(text);
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
    if (isJsonArray(value)) return value.map((item) => maskJson(item, field));
    return isJsonObject(value) ? maskObject(value, field === 'secret') : value;
  };
  /** Below a secret name, all texts are secrets. */
  const maskObject = (value: JsonObject, isSecret: boolean): JsonObject => {
    const masked: [string, Json][] = [];
    let isRenamed = false;
    for (const key of Object.keys(value)) {
      const shown = maskText(key, 'plain');
      isRenamed ||= shown !== key;
      const name = fieldNameOf(value, key);
      const item = value[key] ?? null;
      const isSecretDigits = typeof item === 'number' && isSecretNumber(name, item);
      masked.push([shown, maskJson(isSecretDigits ? String(item) : item, isSecret ? 'secret' : fieldOf(name))]);
    }
    // Not an assignment: a page may name a field `__proto__`.
    return Object.fromEntries(isRenamed ? withFreeKeys(masked) : masked);
  };

  return {
    text: (text, name) => maskText(text, name === undefined ? 'plain' : fieldOf(name)),
    json: (value) => maskJson(value, 'plain'),
    counts: pseudonyms.counts,
  };
}

/** What a field's name says of what is in it. */
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
  return (text) => {
    if (text.length > MAX_CACHED_CHARS) return make(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MAX_CACHED_STRINGS) known.clear();
    const created = make(text);
    known.set(text, created);
    return created;
  };
}
