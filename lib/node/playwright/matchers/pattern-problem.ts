import { formatPath, type JsonPath } from '#core/json/json';
import { findUnlistedFields, type UnlistedField } from '#core/query/unlisted-fields';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { didYouMean } from '#node/did-you-mean';
import type { PartialEvent } from './expected-fields';
import { isAsymmetricMatcher, isPlainObject } from './expected-value';

const eids = eventKinds.map((kind) => kind.toUpperCase());
const CUSTOM_EVENT_HINT = 'For an event beyond the V3 kinds, use a regular expression or a filter.';
/**
 * Minimum length for a typo in objects with custom fields.
 * Shorter names are similar by chance, such as `uid` and `did`.
 */
const MIN_MISTYPED_CHARS = 4;

/**
 * Returns why an expected event cannot match: it has an unknown `eid`, `kind` or field.
 * Returns `null` if it can match. Types check the same, but tests may be written in JavaScript.
 */
export function findPatternProblem(pattern: PartialEvent): string | null {
  if (!isPlainObject(pattern)) return 'The expected event must be an object or a filter.';
  const valueProblem = findUnusableValue(pattern, []);
  if (valueProblem !== null) return valueProblem;
  const { eid, kind, ...fields }: { readonly eid?: unknown; readonly kind?: unknown } = pattern;
  if (kind !== undefined && !(typeof kind === 'string' && isEventKind(kind))) {
    return `Unknown kind ${quote(kind)}.${didYouMean(String(kind), eventKinds)} ${CUSTOM_EVENT_HINT}`;
  }
  if (typeof eid !== 'string') return eid === undefined ? findMistypedField(fields, kind ?? null) : null;
  const eidKind = kindOfEid(eid);
  if (eidKind === null) return `Unknown eid ${quote(eid)}.${didYouMean(eid, eids)} ${CUSTOM_EVENT_HINT}`;
  if (kind !== undefined && kind !== eidKind)
    return `An event with the eid ${quote(eid)} is not of the kind ${quote(kind)}.`;
  return findMistypedField(fields, eidKind);
}

/** The values that an event can be compared with, by their tags in `Object.prototype.toString`. */
const USABLE_TAGS: ReadonlySet<string> = new Set(['Array', 'Boolean', 'Null', 'Number', 'String', 'Undefined']);

/** Returns a sentence about the first value that no event can have, such as a promise that was not awaited. */
function findUnusableValue(value: unknown, path: JsonPath): string | null {
  if (isAsymmetricMatcher(value) || value instanceof RegExp) return null;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag !== 'Object' && !USABLE_TAGS.has(tag)) {
    const subject = path.length === 0 ? 'The expected event' : formatPath(path);
    return `${subject} is of the type ${tag}. Use JSON, a regular expression or an asymmetric matcher.`;
  }
  for (const [key, inner] of isPlainObject(value) || Array.isArray(value) ? Object.entries(value) : []) {
    const problem = findUnusableValue(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (problem !== null) return problem;
  }
  return null;
}

function findMistypedField(fields: Readonly<Record<string, unknown>>, kind: EventKind | null): string | null {
  const mistypedField = findUnlistedFields(fields, kind).find(isMistyped);
  if (mistypedField === undefined) return null;
  const { path, nearest, listed } = mistypedField;
  const hint = nearest === null ? `Fields here: ${listed.join(', ')}.` : `Did you mean ${nearest}?`;
  const name = path.at(-1) ?? '';
  const customFieldHint =
    path.length > 1 ? ` For a field of your own, use expect.objectContaining({ ${name}: … }).` : '';
  const owner = kind === null ? 'an event' : `the event ${kind.toUpperCase()}`;
  return `Unknown field ${path.join('.')} of ${owner}. ${hint}${customFieldHint}`;
}

function isMistyped({ path, nearest, isOpen }: UnlistedField): boolean {
  return !isOpen || (nearest !== null && (path.at(-1) ?? '').length >= MIN_MISTYPED_CHARS);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
