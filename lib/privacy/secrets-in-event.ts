import { isJsonArray, isJsonObject, type Json, type JsonPath, pathText } from '../json';
import type { PrivacyFinding } from './privacy-finding';
import { isSecretName, SECRET_SHAPES } from './secret-shapes';

export const MASK = '•••';
/** Events are a few levels deep; what is deeper is hidden whole. */
const DEEPEST = 200;
/** A page can send thousands: the first say all that a person can use. */
const MOST_LISTED = 20;
/** What is longer is searched in its first part only: one text must not hold up all others. */
const SEARCHED = 100_000;

/** Tokens and passwords in a call or an event, each with its path and without its value. */
export function findSecrets(value: Json): readonly PrivacyFinding[] {
  const findings: PrivacyFinding[] = [];
  walk(value, (text, place) => {
    const secret = findings.length < MOST_LISTED ? secretIn(text, place.name) : null;
    if (secret !== null) findings.push(findingFor(secret, pathTo(place)));
  });
  return findings;
}

/** The same value with every secret in it replaced by a mask; the very same object where there is none. */
export function maskSecrets(value: Json): Json {
  return findSecrets(value).length === 0 ? value : masked(value, null, 0);
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
  const searched = text.slice(0, SEARCHED);
  return SECRET_SHAPES.find(({ pattern }) => searched.search(pattern) !== -1)?.name ?? null;
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
function walk(value: Json, visit: (text: string, place: Place) => void): void {
  const open: Place[] = [{ value, step: '', name: null, parent: null }];
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
