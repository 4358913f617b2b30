import type { Finding } from './findings';

/** Findings that are shared. Real events have the same few hundred; values that never repeat gain nothing. */
const MAX_SHARED = 4_000;
/** Longer keys quote a long value, which hardly comes again. */
const MAX_KEY_CHARS = 200;

/** By owner, place, code and variant: a text joined of them would be hashed anew for each finding. */
type SharedFindings = Map<object, Map<string, Map<string, Map<string, Finding>>>>;
const shared: SharedFindings = new Map();
let count = 0;

/** What tells a finding from others: where it is equal, the findings are. */
export interface FindingIdentity {
  /** What the finding is about: a field of a definition, a node of a schema. */
  readonly owner: object;
  /** The rule set, and where the owner stands in the event. */
  readonly place: string;
  readonly code: Finding['code'];
  /** The value, or the key, that the parameters are made from. */
  readonly variant: string;
}

/** Returns one finding object for all findings that are alike, so that what is made of it can be cached, too. */
export function shareFinding({ owner, place, code, variant }: FindingIdentity, create: () => Finding): Finding {
  if (place.length + variant.length > MAX_KEY_CHARS) return create();
  const known = shared.get(owner)?.get(place)?.get(code)?.get(variant);
  if (known !== undefined) return known;
  const created = create();
  if (count >= MAX_SHARED) {
    shared.clear();
    count = 0;
  }
  const ofOwner = entryOf(shared, owner);
  const ofPlace = entryOf(ofOwner, place);
  entryOf(ofPlace, code).set(variant, created);
  sharedFindings.add(created);
  count += 1;
  return created;
}

const sharedFindings = new WeakSet<Finding>();

/** Whether {@link shareFinding} may return the same object again. */
export function isShared(finding: Finding): boolean {
  return sharedFindings.has(finding);
}

function entryOf<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = new Map();
    map.set(key, entry);
  }
  return entry;
}

/** Findings at later items hardly come again. */
const MAX_SHARED_INDEX = 50;

/**
 * Returns the place of items among those of their lists, as a part of a key, or `null` if its findings are not shared:
 * at a late item, and at the keys of a map, which are the event's own.
 */
export function sharedItems(steps: readonly (string | number)[]): string | null {
  if (steps.length === 0) return '';
  for (const step of steps) if (typeof step !== 'number' || step > MAX_SHARED_INDEX) return null;
  return steps.join('.');
}
