import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath, pathText } from '../json';
import type { PrivacyFinding } from './privacy-finding';
import { isSecretName, SECRET_SHAPES, secretShapeIn } from './secret-shapes';

export const MASK = '•••';
/** Events are a few levels deep; what is deeper is hidden whole. */
const DEEPEST = 200;
/** A page can send thousands: the first say all that a person can use. */
const MOST_LISTED = 20;
/** What is longer is searched in its first part only: one text must not hold up all others. */
const SEARCHED = 100_000;

/** The value that was looked through last and has none: it is asked about more than once, one time after the other. */
let lastClean: JsonObject | null = null;

/**
 * Tokens and passwords in a call or an event, each with its path and without its value. `at` is the path of the value
 * itself.
 */
export function findSecrets(value: Json, at: JsonPath = []): readonly PrivacyFinding[] {
  if (isClean(value)) return [];
  const findings: PrivacyFinding[] = [];
  walk(value, null, (text, place) => {
    const secret = findings.length < MOST_LISTED ? secretIn(text, place.name) : null;
    if (secret !== null) findings.push(findingFor(secret, [...at, ...pathTo(place)]));
  });
  return findings;
}

/** The same value with every secret in it replaced by a mask; the very same object where there is none. */
export function maskSecrets(value: Json): Json {
  return isClean(value) ? value : masked(value, null, 0);
}

function isClean(value: Json): boolean {
  if (value !== null && value === lastClean) return true;
  if (holdsSecret(value, null, 0)) return false;
  if (isJsonObject(value)) lastClean = value;
  return true;
}

/** Whether there is any secret: nearly always not, so that no place is noted on the way. */
function holdsSecret(value: Json, name: string | null, depth: number): boolean {
  if (typeof value === 'string') return secretIn(value, name) !== null;
  if (typeof value !== 'object' || value === null || value === lastClean) return false;
  if (depth === DEEPEST) return holdsSecretDeepDown(value, name);
  if (isJsonArray(value)) {
    for (const item of value) if (holdsSecret(item, name, depth + 1)) return true;
    return false;
  }
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) if (holdsSecret(value[key] ?? null, key, depth + 1)) return true;
  return false;
}

function holdsSecretDeepDown(value: Json, name: string | null): boolean {
  let isFound = false;
  walk(value, name, (text, place) => {
    isFound ||= secretIn(text, place.name) !== null;
  });
  return isFound;
}

function masked(value: Json, name: string | null, depth: number): Json {
  if (typeof value === 'string') return maskedText(value, name);
  if (typeof value === 'object' && depth === DEEPEST) return MASK;
  if (isJsonArray(value)) return value.map((item) => masked(item, name, depth + 1));
  if (!isJsonObject(value)) return value;
  // Not by assignment: a page may name a field `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key, depth + 1)]));
}

function maskedText(text: string, name: string | null): string {
  if (text !== '' && name !== null && isSecretName(name)) return MASK;
  return SECRET_SHAPES.reduce((rest, { pattern }) => rest.replace(pattern, MASK), text);
}

function secretIn(text: string, name: string | null): string | null {
  if (text === '') return null;
  if (name !== null && isSecretName(name)) return `what its name says (${name.slice(0, 40)})`;
  return secretShapeIn(text.length > SEARCHED ? text.slice(0, SEARCHED) : text)?.name ?? null;
}

function findingFor(name: string, path: JsonPath): PrivacyFinding {
  const message = `${pathText(path) || 'The value'} holds ${name}. Telemetry is stored and read by many: send no token and no password.`;
  return { ruleSet: 'privacy', severity: 'error', code: 'secret', path, message };
}

/** A place in a value. Paths are put together only for what is found: in deep nesting each would be long. */
interface Place {
  readonly value: Json;
  readonly step: string | number;
  /** The nearest field that it is in. */
  readonly name: string | null;
  readonly parent: Place | null;
}

/** Visits every text. Not by recursion: a page may nest as deeply as it likes. */
function walk(value: Json, name: string | null, visit: (text: string, place: Place) => void): void {
  const open: Place[] = [{ value, step: '', name, parent: null }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here.value === 'string') visit(here.value, here);
    else open.push(...placesIn(here).reverse());
  }
}

function placesIn(parent: Place): Place[] {
  const { value, name } = parent;
  if (isJsonArray(value)) return value.map((item, step) => ({ value: item, step, name, parent }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, item]) => ({ value: item, step: key, name: key, parent }));
}

function pathTo(place: Place): JsonPath {
  const steps: (string | number)[] = [];
  for (let here = place; here.parent !== null; here = here.parent) steps.push(here.step);
  return steps.reverse();
}
