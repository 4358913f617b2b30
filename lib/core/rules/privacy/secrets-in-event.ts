import { formatPath, isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import { isSecretName, isSecretNumber } from '#core/secrets/secret-names';
import { isPlainText, replaceSecrets, secretShapeIn } from '#core/secrets/secret-search';
import type { SecretShapeId } from '#core/secrets/secret-shapes';
import type { Finding, FoundParams, ReasonParams } from '#core/telemetry/findings';
import { appendItems } from '#core/util/append-items';

export const MASK = '•••';
/** Events are a few levels deep; what is deeper is hidden whole. */
const MAX_DEPTH = 200;
/** A page can send thousands: the first say all that a user can use. */
const MAX_LISTED = 20;

/**
 * The value that was looked through last and has none.
 * It is asked about more than once, one time after the other.
 */
let lastClean: JsonObject | null = null;

/**
 * Tokens and passwords in a call or an event, each with its path and without its value.
 * `at` is the path of the value itself. Texts in objects below a secret name are one finding, a notice unless one of
 * them looks like a secret.
 */
export function findSecrets(value: Json, at: JsonPath = []): readonly Finding[] {
  if (isClean(value)) return [];
  const findings = new Map<Place, Finding>();
  walk(value, (text, place) => {
    const found = secretAt(text, place);
    if (found === null) return;
    const { place: where, ...finding } = found;
    const known = findings.get(where);
    if (known ? known.severity === 'error' : findings.size >= MAX_LISTED) return;
    if (known === undefined || finding.severity === 'error')
      findings.set(where, findingFor(finding, [...at, ...pathTo(where)]));
  });
  return [...findings.values()];
}

/** The same value with every secret in it replaced by a mask; the very same object where there is none. */
export function redactEventSecrets(value: Json): Json {
  return isClean(value) ? value : masked(value, false, 0);
}

/**
 * Whether a value surely has no secret and at most {@link MAX_DEPTH} levels. Allocates nothing.
 * The value is one that `JSON.parse` made.
 */
export function isSurelyClean(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isSurelyClean(value[index] ?? null, depth + 1)) return false;
    }
    return true;
  }
  for (const key in value as JsonObject) {
    if (!isPlainName(key) || !isSurelyClean((value as JsonObject)[key] ?? null, depth + 1)) return false;
    if (key === 'value' && isSecretName(fieldNameOf(value as JsonObject, key))) return false;
  }
  return true;
}

/** Events have the same few names over and over. */
const MAX_CACHED_NAMES = 2_000;
const plainNames = new Set<string>();

/** Whether the name of a field surely is no secret, and says of none. */
export function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  const isPlain = !isSecretName(name) && secretShapeIn(name) === null;
  if (isPlain && plainNames.size < MAX_CACHED_NAMES && name.length <= 100) plainNames.add(name);
  return isPlain;
}

/** Notes that a value has no secret, where its whole text was searched: it is looked through no more, until the next one is. */
export function noteClean(value: Json): void {
  if (isJsonObject(value)) lastClean = value;
}

function isClean(value: Json): boolean {
  if (value !== null && value === lastClean) return true;
  if (holdsSecret(value, false, 0)) return false;
  noteClean(value);
  return true;
}

/**
 * Whether there is any secret: nearly always not, so that no place is noted on the way.
 *
 * @param isNamed whether a name above says that the texts are secrets.
 */
function holdsSecret(value: Json, isNamed: boolean, depth: number): boolean {
  if (typeof value === 'string') return value !== '' && (isNamed || !isPlainText(value));
  if (typeof value !== 'object' || value === null) return false;
  if (value === lastClean && !isNamed) return false;
  if (depth === MAX_DEPTH) return holdsSecretDeepDown(value, isNamed);
  if (isJsonArray(value)) {
    for (const item of value) if (holdsSecret(item, isNamed, depth + 1)) return true;
    return false;
  }
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) {
    const isPlain = isPlainName(key) && key !== 'value';
    if (!isPlain && secretShapeIn(key) !== null) return true;
    const item = value[key] ?? null;
    const name = isPlain ? null : fieldNameOf(value, key);
    if (name !== null && typeof item === 'number' && isSecretNumber(name, item)) return true;
    if (holdsSecret(item, isNamed || (name !== null && isSecretName(name)), depth + 1)) return true;
  }
  return false;
}

function holdsSecretDeepDown(value: Json, isNamed: boolean): boolean {
  let isFound = false;
  walk(value, (text, place) => {
    isFound ||= text !== '' && (isNamed || secretAt(text, place) !== null);
  });
  return isFound;
}

function masked(value: Json, isNamed: boolean, depth: number): Json {
  if (typeof value === 'string') return isNamed && value !== '' ? MASK : maskedText(value);
  if (typeof value === 'object' && depth === MAX_DEPTH) return MASK;
  if (isJsonArray(value)) return value.map((item) => masked(item, isNamed, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const name = fieldNameOf(value, key);
    const isSecret = typeof item === 'number' && isSecretNumber(name, item);
    return [maskedText(key), isSecret ? MASK : masked(item, isNamed || isSecretName(name), depth + 1)] as const;
  });
  // Not an assignment: a page may name a field `__proto__`.
  return Object.fromEntries(withFreeKeys(entries));
}

/** The name of a value: that of its field, or of its pair `{"name": "Authorization", "value": …}`. */
export function fieldNameOf(parent: JsonObject, key: string): string {
  if (key !== 'value') return key;
  const { name, key: pairKey } = parent;
  if (typeof name === 'string') return name;
  return typeof pairKey === 'string' ? pairKey : key;
}

function maskedText(text: string): string {
  return replaceSecrets(text, () => MASK);
}

interface FoundSecret {
  readonly place: Place;
  readonly severity: Finding['severity'];
  readonly params: SecretParams;
}

type SecretReason = 'secret' | 'secret-in-key' | 'secret-by-name' | 'secret-maybe';

/** The parameters of its sentence, but for the place. */
type SecretParams = { [Reason in SecretReason]: Omit<ReasonParams<Reason>, 'place'> }[SecretReason];

/** What a text, or the name of a field, is a secret for, or `null` if it is none. */
function secretAt(text: string, place: Place): FoundSecret | null {
  if (text === '') return null;
  const shape = secretShapeIn(text);
  const { named } = place;
  if (place.isKey) {
    return (
      shape && {
        place: place.parent ?? place,
        severity: 'error',
        params: { reason: 'secret-in-key', ...holding(shape) },
      }
    );
  }
  if (named === null) return shape && { place, severity: 'error', params: { reason: 'secret', ...holding(shape) } };
  const name = named.name.slice(0, 40);
  if (!isInObject(place, named)) return { place, severity: 'error', params: { reason: 'secret-by-name', name } };
  if (shape) return { place: named, severity: 'error', params: { reason: 'secret', ...holding(shape) } };
  return { place: named, severity: 'info', params: { reason: 'secret-maybe', name } };
}

/** Whether there is an object between the field with the secret name and the text. */
function isInObject(place: Place, named: Place): boolean {
  for (let here = place; here !== named && here.parent !== null; here = here.parent) {
    if (typeof here.step === 'string') return true;
  }
  return false;
}

/** `secret` as a name would hide the value, as every field of that name does. */
function holding(shape: SecretShapeId): { readonly shape: FoundParams } {
  return { shape: { reason: shape } };
}

function findingFor({ severity, params }: Omit<FoundSecret, 'place'>, path: JsonPath): Finding {
  const place = formatPath(path) || ({ reason: 'the-value' } as const);
  return { ruleSet: 'privacy', severity, code: 'secret', path, params: { ...params, place } };
}

/**
 * A place in a value.
 * Paths are put together only for what is found: in deep nesting each would be long.
 */
interface Place {
  readonly value: Json;
  /** The step to it in the masked value. */
  readonly step: string | number;
  /** Of the field, as it stands; empty for an item of an array. */
  readonly name: string;
  /** Whether it is the name of a field of its parent, and not a value. */
  readonly isKey: boolean;
  /** The outermost field that it is in whose name says that the texts are secrets. */
  named: Place | null;
  readonly parent: Place | null;
}

/**
 * Visits every text, and each name of a field that looks like a secret.
 * Not by recursion: a page may nest as deeply as it likes.
 */
function walk(value: Json, visit: (text: string, place: Place) => void): void {
  const open: Place[] = [{ value, step: '', name: '', isKey: false, named: null, parent: null }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here.value === 'string') visit(here.value, here);
    else appendItems(open, placesIn(here).reverse());
  }
}

function placesIn(parent: Place): Place[] {
  const { value, named } = parent;
  if (isJsonArray(value))
    return value.map((item, step) => ({ value: item, step, name: '', isKey: false, named, parent }));
  if (!isJsonObject(value)) return [];
  const entries = Object.entries(value);
  const steps = withFreeKeys(entries.map(([key]) => [maskedText(key), null]));
  return entries.flatMap(([key, item], index) => {
    const name = fieldNameOf(value, key);
    const isSecretDigits = typeof item === 'number' && isSecretNumber(name, item);
    const shown = isSecretDigits ? String(item) : item;
    const field: Place = { value: shown, step: steps[index]?.[0] ?? key, name, isKey: false, named, parent };
    if (isSecretName(name)) field.named ??= field;
    return secretShapeIn(key) === null ? [field] : [{ ...field, value: key, isKey: true }, field];
  });
}

/** Where the place is in the masked value. */
function pathTo(place: Place): JsonPath {
  const steps: (string | number)[] = [];
  for (let here = place; here.parent !== null; here = here.parent) steps.push(here.step);
  return steps.reverse();
}

/** Renames fields so that none gets lost where several were masked alike: `•••`, `••• (2)`. */
export function withFreeKeys<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  const taken = new Set<string>();
  // Each search starts where the last one for the same key ended: n equal keys would cost n² steps.
  const lastCounts = new Map<string, number>();
  return entries.map(([key, value]) => {
    let free = key;
    let count = lastCounts.get(key) ?? 1;
    for (; taken.has(free); free = `${key} (${count})`) count += 1;
    lastCounts.set(key, count);
    taken.add(free);
    return [free, value];
  });
}
