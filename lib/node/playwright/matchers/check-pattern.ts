import { findUnlistedFields, type UnlistedField } from '#core/query/unlisted-fields';
import { type EventKind, eventKinds, isEventKind, kindOfEid } from '#core/telemetry/kinds';
import { didYouMean } from '#node/did-you-mean';
import { isPlainObject, type PartialEvent } from './partial-event';

const eids = eventKinds.map((kind) => kind.toUpperCase());
const BEYOND = 'For an event beyond the 17 kinds, use a regular expression or a filter.';
/** In open places a shorter name is as near to a listed one by chance: `uid` to `did`. */
const MIN_MISTYPED_CHARS = 4;

/**
 * Returns why an expected event can match none, or none that was meant: an unknown `eid`, `kind` or field. `null` if it can.
 * Types say the same, but tests may be written in JavaScript.
 */
export function findPatternProblem(pattern: PartialEvent): string | null {
  if (!isPlainObject(pattern)) return 'The expected event must be an object or a filter.';
  const { eid, kind, ...fields }: { readonly eid?: unknown; readonly kind?: unknown } = pattern;
  if (kind !== undefined && !(typeof kind === 'string' && isEventKind(kind))) {
    return `Unknown kind ${quote(kind)}.${didYouMean(String(kind), eventKinds)} ${BEYOND}`;
  }
  if (typeof eid !== 'string') return eid === undefined ? problemOf(fields, kind ?? null) : null;
  const ofEid = kindOfEid(eid);
  if (ofEid === null) return `Unknown eid ${quote(eid)}.${didYouMean(eid, eids)} ${BEYOND}`;
  if (kind !== undefined && kind !== ofEid)
    return `An event with the eid ${quote(eid)} is not of the kind ${quote(kind)}.`;
  return problemOf(fields, ofEid);
}

function problemOf(fields: Readonly<Record<string, unknown>>, kind: EventKind | null): string | null {
  const wrong = findUnlistedFields(fields, kind).find(isMistyped);
  if (wrong === undefined) return null;
  const { path, nearest, listed } = wrong;
  const hint = nearest === null ? `Fields here: ${listed.join(', ')}.` : `Did you mean ${nearest}?`;
  const name = path.at(-1) ?? '';
  const own = path.length > 1 ? ` For a field of your own, use expect.objectContaining({ ${name}: … }).` : '';
  const where = kind === null ? 'an event' : `the event ${kind.toUpperCase()}`;
  return `Unknown field ${path.join('.')} of ${where}. ${hint}${own}`;
}

function isMistyped({ path, nearest, isOpen }: UnlistedField): boolean {
  return !isOpen || (nearest !== null && (path.at(-1) ?? '').length >= MIN_MISTYPED_CHARS);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
