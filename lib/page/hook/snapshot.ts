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
  setPrototypeOf,
  stringifyJson,
  truncate,
} from '#page/builtins';

/** Units per value in addition to its characters, so that the budget also limits the number of values. */
const UNITS_PER_VALUE = 79;

/**
 * Limits of a copy. A page may pass anything to its SDK, and the page waits while the value is copied.
 * Deeper, longer or larger values aren't telemetry (ingestion rejects events over 1 MB) and are marked as truncated.
 * `totalLength` limits characters and values together.
 */
export const LIMITS = {
  depth: 64,
  nodes: 20_000,
  stringLength: 65_536,
  totalLength: 20_000 * UNITS_PER_VALUE,
} as const;

type Key = string | number;

interface CopyState {
  readonly truncations: unknown[];
  /** Path of the value that is being copied. */
  readonly path: Key[];
  readonly ancestors: object[];
  /** Remaining budget of {@link LIMITS.totalLength}. Negative if it is exceeded. */
  remainingUnits: number;
}

let copyState: CopyState;
let copiedUnits = 0;

/**
 * Formats a message and its copies as JSON.
 * Ignores a `toJSON` that a page has added to `Object.prototype`.
 */
export function writeJson(message: object): string {
  if ('toJSON' in ArrayPrototype) removePrototypes(message);
  return stringifyJson(message);
}

/** Returns the number of units that were copied since the last call. */
export function takeCopiedUnits(): number {
  const units = copiedUnits;
  copiedUnits = 0;
  return units;
}

/**
 * Copies a page's value to plain data that JSON preserves.
 * Adds values that could not be copied to `truncations`. Reads getters once, as the SDK does when it sends. Never calls
 * `toJSON`. Cycles, functions and similar values become `null` and are marked. Never throws.
 */
export function takeSnapshot(value: unknown, truncations: unknown[]): unknown {
  // Restored afterwards, because a getter may call the SDK again.
  const outerState = copyState;
  copyState = { truncations, path: [], ancestors: [], remainingUnits: LIMITS.totalLength };
  const copied = copyPart({ value }, 'value', 0);
  copiedUnits += LIMITS.totalLength - copyState.remainingUnits;
  copyState = outerState;
  return copied ?? null;
}

/**
 * Deducts a value from the budget. Returns whether JSON preserves the value, as for most values.
 * Small, so that the engine inlines this function into the loops.
 */
function isPlain(value: unknown): boolean {
  copyState.remainingUnits -= UNITS_PER_VALUE;
  if (typeof value === 'string' && value.length <= LIMITS.stringLength) copyState.remainingUnits -= value.length;
  else if (value !== null && typeof value !== 'boolean' && !isFiniteNumber(value)) return false;
  return copyState.remainingUnits >= 0;
}

/** Copies a property's value. Returns `undefined` if JSON omits the key. */
function copyPart(holder: object, key: Key, depth: number): unknown {
  let value: unknown;
  try {
    value = (holder as Readonly<Record<Key, unknown>>)[key];
  } catch {
    return setTruncated(depth, 'getter');
  }
  return isPlain(value) ? value : copyUncommon(value, depth);
}

function copyUncommon(value: unknown, depth: number): unknown {
  if (copyState.remainingUnits < 0) return undefined;
  if (typeof value === 'object') return copyObject(value as object, depth);
  if (typeof value === 'string') {
    copyState.remainingUnits -= LIMITS.stringLength;
    setTruncated(depth, 'too-long');
    return truncate(value, LIMITS.stringLength);
  }
  setTruncated(depth, typeof value === 'number' ? 'not-a-number' : (typeof value as Truncation['reason']));
  return value === undefined ? value : null;
}

function copyObject(value: object, depth: number): unknown {
  const { ancestors } = copyState;
  if (depth >= LIMITS.depth) return setTruncated(depth, 'too-deep');
  for (let index = 0; index < depth; index += 1) if (ancestors[index] === value) return setTruncated(depth, 'cycle');
  ancestors[depth] = value;
  try {
    return isArray(value) ? copyList(value, depth) : copyKeyed(value, depth);
  } catch {
    // A proxy or an exotic object may throw.
    return setTruncated(depth, 'unreadable');
  }
}

function copyList(list: readonly unknown[], depth: number): unknown {
  const copied: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    copyState.path[depth] = index;
    const part = copyPart(list, index, depth + 1);
    if (copyState.remainingUnits < 0) {
      setTruncated(depth, 'too-many');
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
    if (value instanceof Node || value === window) return setTruncated(depth, 'not-plain');
  }
  // Checked once: checking each key takes longer than copying the object.
  for (const _ in ObjectPrototype) inherits = true;
  const copied: Record<string, unknown> = {};
  for (const key in value) {
    if (inherits && !hasOwn(value, key)) continue;
    copyState.remainingUnits -= key.length;
    copyState.path[depth] = key;
    const part = copyPart(value, key, depth + 1);
    if (copyState.remainingUnits < 0) {
      setTruncated(depth, 'too-many');
      break;
    }
    if (key === '__proto__') defineProperty(copied, key, { value: part, enumerable: true });
    else copied[key] = part;
  }
  return copied;
}

/** Reports the value at the first `depth` steps of the path as truncated. */
function setTruncated(depth: number, reason: Truncation['reason']): null {
  const { truncations, path } = copyState;
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
