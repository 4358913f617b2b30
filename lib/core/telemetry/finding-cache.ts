import type { Finding } from './findings';

/** Findings that are shared. Real events have the same few hundred; values that never repeat gain nothing. */
const MAX_SHARED = 4_000;
/** Longer keys quote a long value, which hardly comes again. */
const MAX_KEY_CHARS = 200;

const shared = new Map<object, Map<string, Finding>>();
let count = 0;

/**
 * Returns one finding object for all findings that are alike, so that what is made of it can be cached, too.
 *
 * @param owner what the finding is about: a field of a definition, a node of a schema.
 * @param key tells the findings of one owner apart: equal keys mean equal findings.
 */
export function shareFinding(owner: object, key: string, create: () => Finding): Finding {
  if (key.length > MAX_KEY_CHARS) return create();
  let ofOwner = shared.get(owner);
  const known = ofOwner?.get(key);
  if (known !== undefined) return known;
  if (count >= MAX_SHARED) {
    shared.clear();
    count = 0;
    ofOwner = undefined;
  }
  if (ofOwner === undefined) {
    ofOwner = new Map();
    shared.set(owner, ofOwner);
  }
  const created = create();
  ofOwner.set(key, created);
  count += 1;
  return created;
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
