import type { Cut } from '../journey/record';
import { MAX_CUTS } from '../messaging/report-limits';
import {
  getPrototypeOf,
  isArray,
  isFiniteNumber,
  isoDate,
  keysOf,
  min,
  ObjectPrototype,
  quote,
  shorten,
} from './builtins';

/**
 * The bounds of one copy. A page may pass anything to its SDK, and the copy is made while the page waits:
 * deeper, longer or larger than this is no telemetry (ingestion refuses events over 1 MB) and is marked as cut.
 */
export const LIMITS = { depth: 64, nodes: 20_000, stringLength: 65_536, totalLength: 1_048_576 } as const;

/** What is told of a page: values of our own, and one of the page's. */
type Told = Readonly<Record<string, unknown>>;

/** What could not be copied: nothing. */
export const NO_CUTS: readonly Cut[] = [];

/**
 * Writes what is told as JSON text; `theirs` names the page's own value in it, whose `Cut[]` takes the place of `cuts`.
 * It is copied as JSON writes it: getters are read, as the SDK reads them when it sends; `toJSON` is not called, not even
 * one that the page gave to all objects; cycles, functions and the like become `null` and are marked. Never throws. The
 * page waits for it, and nearly all that pages pass is plain: all is looked through once, and written by the browser in
 * one go. Of everything else a plain copy is made first, piece by piece, which takes twice as long.
 */
export function write(told: Told, theirs?: string): string {
  try {
    if (unitsLeft(told, LIMITS.totalLength, -1) >= 0) return quote(told);
  } catch {
    // A getter or a proxy that throws: the careful copy says where.
  }
  const copied = theirs && carefulCopy(told[theirs]);
  return quote({ __proto__: null, ...told, ...(copied && { [theirs]: copied.value, cuts: copied.cuts }) });
}

/** What each value takes, beside its characters: so that the units bound how many there are, too. */
const UNITS_OF_A_VALUE = Math.ceil(LIMITS.totalLength / LIMITS.nodes);

/** `left` without what an object or a list takes; less than none where that is too few, or JSON would not write all of it. */
function unitsLeft(holder: object, left: number, depth: number): number {
  const keyed = holder as Readonly<Record<string, unknown>>;
  if (depth >= LIMITS.depth || keyed.toJSON) return -1;
  let rest = left;
  if (isArray(holder)) {
    for (let index = 0; rest >= 0 && index < holder.length; index += 1) rest = unitsAfter(holder[index], rest, depth);
    return rest;
  }
  if (getPrototypeOf(holder) !== ObjectPrototype) return -1;
  for (const key in keyed) {
    rest = unitsAfter(keyed[key], rest - key.length, depth);
    if (rest < 0) break;
  }
  return rest;
}

/** The same for one value in them: small, so that the engine puts it into their loops, as most values end here. */
function unitsAfter(value: unknown, left: number, depth: number): number {
  const rest = left - UNITS_OF_A_VALUE;
  if (typeof value === 'string') return value.length > LIMITS.stringLength ? -1 : rest - value.length;
  if (typeof value === 'object' && value !== null) return unitsLeft(value, rest, depth + 1);
  return value === null || typeof value === 'boolean' || isFiniteNumber(value) ? rest : -1;
}

/**
 * Makes a plain value of it, of which JSON writes all. What it knows on the way are variables of its own: the SDK may be
 * called again from a proxy that is being copied, and their names cost the page no bytes.
 */
function carefulCopy(whole: unknown): { readonly value: unknown; readonly cuts: unknown } {
  const path: (string | number)[] = [];
  const ancestors: object[] = [];
  const cuts = plainList();
  let cutCount = 0;
  let nodes = 0;
  let length = 0;

  /** Marks what is being read now, which the path leads to from one ancestor to the next; or one of these. */
  const cut = (reason: Cut['reason'], depth = ancestors.length): null => {
    if (cutCount < MAX_CUTS) {
      const steps = plainList();
      for (let index = 0; index < depth; index += 1) steps[index] = path[index];
      cuts[cutCount] = { __proto__: null, path: steps, reason };
      cutCount += 1;
    }
    return null;
  };

  /** `undefined` where JSON leaves the key out. */
  const copy = (value: unknown): unknown => {
    nodes += 1;
    switch (typeof value) {
      case 'string':
        return copyString(value);
      case 'number':
        return isFiniteNumber(value) ? value : cut('not-a-number');
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : copyObject(value);
      default:
        cut(typeof value as 'undefined' | 'function' | 'symbol' | 'bigint');
        return value === undefined ? value : null;
    }
  };

  const copyString = (value: string): string => {
    const most = min(LIMITS.totalLength - length, LIMITS.stringLength);
    length += value.length;
    if (value.length <= most) return value;
    cut('too-long');
    return shorten(value, most);
  };

  const copyObject = (value: object): unknown => {
    const depth = ancestors.length;
    if (depth >= LIMITS.depth) return cut('too-deep');
    for (let index = 0; index < depth; index += 1) if (ancestors[index] === value) return cut('cycle');
    ancestors[depth] = value;
    try {
      return copyParts(value, depth);
    } catch {
      // A proxy or an exotic object that will not be read.
      return cut('unreadable', depth);
    } finally {
      ancestors.length = depth;
    }
  };

  const copyParts = (value: object, depth: number): unknown => {
    const keys = isArray(value) ? null : keysOf(value);
    if (keys && getPrototypeOf(value) !== ObjectPrototype) {
      const date = isoDate(value);
      if (date !== null) return date;
      if (value instanceof Node || value === window) return cut('not-plain', depth);
    }
    const copied: Record<string | number, unknown> = keys ? { __proto__: null } : plainList();
    for (let index = 0; index < (keys ?? (value as readonly unknown[])).length; index += 1) {
      const key = keys?.[index] ?? index;
      path[depth] = key;
      length += `${key}`.length;
      if (nodes >= LIMITS.nodes || length >= LIMITS.totalLength) {
        cut('too-many', depth);
        break;
      }
      copied[key] = copyPart(value as Readonly<Record<string | number, unknown>>, key);
    }
    return copied;
  };

  const copyPart = (holder: Readonly<Record<string | number, unknown>>, key: string | number): unknown => {
    let value: unknown;
    try {
      value = holder[key];
    } catch {
      return cut('getter');
    }
    return copy(value);
  };

  return { value: copy(whole) ?? null, cuts };
}

/** Without the `toJSON` that a page may have put on all lists. */
function plainList(): Record<string | number, unknown> {
  const list: unknown[] & { toJSON?: undefined } = [];
  list.toJSON = undefined;
  return list as unknown as Record<string | number, unknown>;
}
