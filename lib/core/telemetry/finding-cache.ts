import type { Finding, RuleSetId } from './findings';

/** Findings that are shared. Real events have the same few hundred; values that never repeat gain nothing. */
const MAX_SHARED = 4_000;
/** Longer variants quote a long value, which hardly comes again. */
const MAX_VARIANT_CHARS = 150;
/** Findings at later items hardly come again. As many as the findings of one severity that an event lists. */
const MAX_SHARED_INDEX = 100;

/** The findings that are shared at one place of an event. */
export interface SharedPlace {
  /** By owner, code and variant: a joined key would be hashed again for each finding. */
  readonly findings: Map<object, Map<string, Map<string, Finding>>>;
  readonly items: Map<number, SharedPlace>;
}

const roots = new Map<RuleSetId, Map<string, SharedPlace>>();
let count = 0;

/** Identity of a finding: findings with equal identities are equal. */
export interface FindingIdentity {
  /** The owner of the finding: a field of a definition, a node of a schema. */
  readonly owner: object;
  readonly place: SharedPlace;
  readonly code: Finding['code'];
  /** The value, or the key, that the parameters are made from. */
  readonly variant: string;
}

/** Returns one finding object for all findings that are alike, so that what is made of it can be cached, too. */
export function shareFinding({ owner, place, code, variant }: FindingIdentity, create: () => Finding): Finding {
  if (variant.length > MAX_VARIANT_CHARS) return create();
  const known = place.findings.get(owner)?.get(code)?.get(variant);
  if (known !== undefined) return known;
  const created = create();
  if (count >= MAX_SHARED) {
    roots.clear();
    count = 0;
  }
  entryOf(entryOf(place.findings, owner), code).set(variant, created);
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

/**
 * Returns the place of a rule set's findings that have no open steps.
 *
 * @param placement tells where an event has what the owners are about.
 */
export function rootPlace(ruleSet: RuleSetId, placement = ''): SharedPlace {
  return placeIn(entryOf(roots, ruleSet), placement);
}

/**
 * Returns the place of a rule set's findings, or `null` if they are not shared: at a late item, and at the keys of a map,
 * which are the event's own.
 *
 * @param placement as of {@link rootPlace}.
 * @param steps steps that the owner of a finding does not name: indexes, and keys of maps.
 */
export function sharedPlace(
  ruleSet: RuleSetId,
  placement: string,
  steps: readonly (string | number)[],
): SharedPlace | null {
  let place = rootPlace(ruleSet, placement);
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    if (typeof step !== 'number' || step > MAX_SHARED_INDEX) return null;
    place = placeIn(place.items, step);
  }
  return place;
}

function placeIn<Key>(places: Map<Key, SharedPlace>, key: Key): SharedPlace {
  let place = places.get(key);
  if (place === undefined) {
    place = { findings: new Map(), items: new Map() };
    places.set(key, place);
  }
  return place;
}
