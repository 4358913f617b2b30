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
