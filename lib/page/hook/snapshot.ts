import type { Truncation } from '#core/journey/record';
import { MAX_TRUNCATIONS } from '#core/wire/report-limits';
import {
  ArrayPrototype,
  defineProperty,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFiniteNumber,
  isoDate,
  ObjectPrototype,
  quote,
  setPrototypeOf,
  truncate,
} from '#page/builtins';

/** Overhead of each value, beside its characters: so that the budget limits their number, too. */
const UNITS_PER_VALUE = 79;

/**
 * The bounds of one copy.
 * A page may pass anything to its SDK, and the copy is made while the page waits: deeper, longer or larger than this is
 * no telemetry (ingestion refuses events over 1 MB) and is marked as cut. The more values there are, the shorter must
 * their text be.
 */
export const LIMITS = {
  depth: 64,
  nodes: 20_000,
  stringLength: 65_536,
  totalLength: 20_000 * UNITS_PER_VALUE,
} as const;

type Key = string | number;

/** A copy that is being made. */
interface Copying {
  readonly truncations: unknown[];
  /** Leads to what is being copied, from one ancestor to the next. */
  readonly path: Key[];
  readonly ancestors: object[];
  /** Units that the rest may take; none where it has no room. */
  left: number;
}

let copying: Copying;
let copiedUnits = 0;

/** Writes values of our own as JSON text, and copies among them, past a `toJSON` that a page has put on all objects. */
export function writeJson(message: object): string {
  if ('toJSON' in ArrayPrototype) removePrototypes(message);
  return quote(message);
}

/** How many units were copied since this was last asked. */
export function takeCopiedUnits(): number {
  const units = copiedUnits;
  copiedUnits = 0;
  return units;
}

/**
 * Makes a plain copy of a page's value, of which JSON writes all, and adds to `truncations` what could not be copied. Getters
 * are read once, as the SDK reads them when it sends; `toJSON` is not called, not even one that the page gave to all
 * objects; cycles, functions and the like become `null` and are marked. Never throws.
 */
export function takeSnapshot(value: unknown, truncations: unknown[]): unknown {
  // A getter may call the SDK again.
  const outer = copying;
  copying = { truncations, path: [], ancestors: [], left: LIMITS.totalLength };
  const copied = copyPart({ value }, 'value', 0);
  copiedUnits += LIMITS.totalLength - copying.left;
  copying = outer;
  return copied ?? null;
}

/**
 * Whether JSON writes the value unchanged.
 * Small, so that the engine inlines it into the loops: most values are plain.
 */
function isPlain(value: unknown): boolean {
  copying.left -= UNITS_PER_VALUE;
  if (typeof value === 'string' && value.length <= LIMITS.stringLength) copying.left -= value.length;
  else if (value !== null && typeof value !== 'boolean' && !isFiniteNumber(value)) return false;
  return copying.left >= 0;
}

/** `undefined` where JSON leaves the key out. */
function copyPart(holder: object, key: Key, depth: number): unknown {
  let value: unknown;
  try {
    value = (holder as Readonly<Record<Key, unknown>>)[key];
  } catch {
    return cut(depth, 'getter');
  }
  return isPlain(value) ? value : copyUnusual(value, depth);
}

function copyUnusual(value: unknown, depth: number): unknown {
  if (copying.left < 0) return undefined;
  if (typeof value === 'object') return copyObject(value as object, depth);
  if (typeof value === 'string') {
    copying.left -= LIMITS.stringLength;
    cut(depth, 'too-long');
    return truncate(value, LIMITS.stringLength);
  }
  cut(depth, typeof value === 'number' ? 'not-a-number' : (typeof value as Truncation['reason']));
  return value === undefined ? value : null;
}

function copyObject(value: object, depth: number): unknown {
  const { ancestors } = copying;
  if (depth >= LIMITS.depth) return cut(depth, 'too-deep');
  for (let index = 0; index < depth; index += 1) if (ancestors[index] === value) return cut(depth, 'cycle');
  ancestors[depth] = value;
  try {
    return isArray(value) ? copyList(value, depth) : copyKeyed(value, depth);
  } catch {
    // A proxy or an exotic object may throw.
    return cut(depth, 'unreadable');
  }
}

function copyList(list: readonly unknown[], depth: number): unknown {
  const copied: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    copying.path[depth] = index;
    const part = copyPart(list, index, depth + 1);
    if (copying.left < 0) {
      cut(depth, 'too-many');
      break;
    }
    copied[index] = part;
  }
  return copied;
}

function copyKeyed(value: object, depth: number): unknown {
  let inherits = getPrototypeOf(value) !== ObjectPrototype;
  if (inherits) {
    const date = isoDate(value);
    if (date !== null) return date;
    if (value instanceof Node || value === window) return cut(depth, 'not-plain');
  }
  // Checked once: checking each key takes longer than copying the object.
  for (const _ in ObjectPrototype) inherits = true;
  const copied: Record<string, unknown> = {};
  for (const key in value) {
    if (inherits && !hasOwn(value, key)) continue;
    copying.left -= key.length;
    copying.path[depth] = key;
    const part = copyPart(value, key, depth + 1);
    if (copying.left < 0) {
      cut(depth, 'too-many');
      break;
    }
    if (key === '__proto__') defineProperty(copied, key, { value: part, enumerable: true });
    else copied[key] = part;
  }
  return copied;
}

/** Marks the value at the path's first steps as truncated. */
function cut(depth: number, reason: Truncation['reason']): null {
  const { truncations, path } = copying;
  if (truncations.length < MAX_TRUNCATIONS) {
    const steps: Key[] = [];
    for (let index = 0; index < depth; index += 1) steps[index] = path[index] as Key;
    truncations[truncations.length] = { path: steps, reason };
  }
  return null;
}

function removePrototypes(part: object): void {
  setPrototypeOf(part, null);
  for (const key in part) {
    const value: unknown = (part as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'object' && value !== null) removePrototypes(value);
  }
}
