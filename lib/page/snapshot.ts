import type { Cut } from '../journey/record';
import {
  getOwnPropertyDescriptor,
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

/** Marks kept per copy; more would say nothing new. */
const MAX_CUTS = 50;

/**
 * A copy as JSON text, and the `Cut[]` of what could not be copied, as JSON text too: text needs no care about
 * `__proto__` keys or a page's own `Array.prototype.toJSON`, and is what travels anyway.
 */
export interface Snapshot {
  readonly text: string;
  readonly cuts: string;
}

/**
 * Copies a value of the page as JSON writes it, without running the page's code where that can be avoided:
 * getters and `toJSON` are not called, cycles, functions and the like become `null` and are marked. Never throws.
 * The page waits for it, so it is one walk that writes as it goes. (What it knows on the way are variables of its own:
 * the SDK may be called again from a proxy that is being copied, and their names cost the page no bytes.)
 */
export function snapshot(value: unknown): Snapshot {
  const path: (string | number)[] = [];
  const ancestors: object[] = [];
  let cuts = '';
  let cutCount = 0;
  let nodes = 0;
  let length = 0;

  const cut = (reason: Cut['reason']): string => {
    cutCount += 1;
    if (cutCount <= MAX_CUTS) {
      let steps = '';
      for (let index = 0; index < path.length; index += 1) steps += (index > 0 ? ',' : '') + quote(path[index]);
      cuts += `${cuts === '' ? '' : ','}{"path":[${steps}],"reason":"${reason}"}`;
    }
    return 'null';
  };

  /** False, and marked, where the copy has become as large as it may be. */
  const hasRoom = (depth: number): boolean => {
    if (nodes < LIMITS.nodes && length < LIMITS.totalLength) return true;
    path.length = depth;
    cut('too-many');
    return false;
  };

  /** JSON text of the value, or `undefined` where JSON leaves the key out. */
  const copy = (value: unknown): string | undefined => {
    nodes += 1;
    switch (typeof value) {
      case 'string':
        return copyString(value);
      case 'number':
        return isFiniteNumber(value) ? `${value}` : cut('not-a-number');
      case 'boolean':
        return `${value}`;
      case 'object':
        return value === null ? 'null' : copyObject(value);
      case 'undefined':
        cut('undefined');
        return undefined;
      default:
        return cut(typeof value as 'function' | 'symbol' | 'bigint');
    }
  };

  const copyString = (value: string): string => {
    const room = LIMITS.totalLength - length;
    const most = min(room, LIMITS.stringLength);
    length += value.length;
    if (value.length <= most) return quote(value);
    cut('too-long');
    return room > 0 ? quote(shorten(value, most)) : '""';
  };

  const copyObject = (value: object): string => {
    const depth = ancestors.length;
    if (depth >= LIMITS.depth) return cut('too-deep');
    for (let index = 0; index < depth; index += 1) if (ancestors[index] === value) return cut('cycle');
    ancestors[depth] = value;
    let text: string | undefined;
    try {
      text = isArray(value) ? copyArray(value, depth) : copyKeys(value, depth);
    } catch {
      // A proxy or an exotic object that will not be read.
    }
    ancestors.length = depth;
    path.length = depth;
    return text ?? cut('unreadable');
  };

  const copyArray = (value: readonly unknown[], depth: number): string => {
    let text = '';
    for (let index = 0; index < value.length && hasRoom(depth); index += 1) {
      text += (index > 0 ? ',' : '') + (copyProperty(value, index, depth) ?? 'null');
    }
    return `[${text}]`;
  };

  const copyKeys = (value: object, depth: number): string => {
    if (getPrototypeOf(value) !== ObjectPrototype) {
      const date = isoDate(value);
      if (date !== null) return quote(date);
      if (value instanceof Node || value === window) return cut('not-plain');
    }
    let text = '';
    const keys = keysOf(value);
    for (let index = 0; index < keys.length && hasRoom(depth); index += 1) {
      const key = keys[index] as string;
      const copied = copyProperty(value, key, depth);
      length += key.length;
      if (copied !== undefined) text += (text === '' ? '' : ',') + quoteKey(key) + copied;
    }
    return `{${text}}`;
  };

  /** The path is as long as there are ancestors, and one step longer in here. */
  const copyProperty = (holder: object, key: string | number, depth: number): string | undefined => {
    path[depth] = key;
    const property = getOwnPropertyDescriptor(holder, key);
    return property?.get || property?.set ? cut('getter') : copy(property?.value);
  };

  const text = copy(value) ?? 'null';
  return { text, cuts: `[${cuts}]` };
}

/** Events have the same few keys over and over; a page that makes up new ones gains nothing. */
const MAX_KEYS = 500;
const quotedKeys: Record<string, string> = Object.create(null);
let keyCount = 0;

/** `"key":` */
function quoteKey(key: string): string {
  const known = quotedKeys[key];
  if (known !== undefined) return known;
  const quoted = `${quote(key)}:`;
  if (keyCount < MAX_KEYS) {
    keyCount += 1;
    quotedKeys[key] = quoted;
  }
  return quoted;
}
