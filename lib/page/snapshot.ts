import type { Cut } from '../journey/record';
import {
  getOwnPropertyDescriptor,
  isArray,
  isFiniteNumber,
  isoDate,
  joined,
  keysOf,
  min,
  placeOf,
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

interface Copying {
  /** JSON text of one `Cut` each. */
  readonly cuts: string[];
  readonly path: (string | number)[];
  readonly ancestors: object[];
  nodes: number;
  length: number;
}

/**
 * Copies a value of the page as JSON writes it, without running the page's code where that can be avoided:
 * getters and `toJSON` are not called, cycles, functions and the like become `null` and are marked. Never throws.
 */
export function snapshot(value: unknown): Snapshot {
  const copying: Copying = { cuts: [], path: [], ancestors: [], nodes: 0, length: 0 };
  const text = copy(value, copying);
  return { text: text ?? 'null', cuts: `[${joined(copying.cuts)}]` };
}

/** JSON text of the value, or `undefined` where JSON leaves the key out. */
function copy(value: unknown, copying: Copying): string | undefined {
  copying.nodes += 1;
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
      return copyString(value, copying);
    case 'number':
      return isFiniteNumber(value) ? `${value}` : cut(copying, 'not-a-number');
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return copyObject(value, copying);
    case 'undefined':
      cut(copying, 'undefined');
      return undefined;
    default:
      return cut(copying, typeof value as 'function' | 'symbol' | 'bigint');
  }
}

function copyString(value: string, copying: Copying): string {
  const room = LIMITS.totalLength - copying.length;
  const length = min(room, LIMITS.stringLength);
  copying.length += value.length;
  if (value.length <= length) return quote(value);
  cut(copying, 'too-long');
  return room > 0 ? quote(shorten(value, length)) : '""';
}

function copyObject(value: object, copying: Copying): string {
  const { ancestors } = copying;
  if (ancestors.length >= LIMITS.depth) return cut(copying, 'too-deep');
  if (placeOf(ancestors, value) >= 0) return cut(copying, 'cycle');
  ancestors[ancestors.length] = value;
  try {
    return isArray(value) ? copyArray(value, copying) : copyKeys(value, copying);
  } catch {
    // A proxy or an exotic object that will not be read.
    return cut(copying, 'unreadable');
  } finally {
    ancestors.length -= 1;
  }
}

function copyArray(value: readonly unknown[], copying: Copying): string {
  const items: string[] = [];
  for (let index = 0; index < value.length && hasRoom(copying); index += 1) {
    items[index] = copyProperty(value, index, copying) ?? 'null';
  }
  return `[${joined(items)}]`;
}

function copyKeys(value: object, copying: Copying): string {
  const date = isoDate(value);
  if (date !== null) return quote(date);
  if (isNode(value)) return cut(copying, 'not-plain');
  const items: string[] = [];
  const keys = keysOf(value);
  for (let index = 0; index < keys.length && hasRoom(copying); index += 1) {
    const key = keys[index] as string;
    const copied = copyProperty(value, key, copying);
    copying.length += key.length;
    if (copied !== undefined) items[items.length] = `${quote(key)}:${copied}`;
  }
  return `{${joined(items)}}`;
}

function copyProperty(holder: object, key: string | number, copying: Copying): string | undefined {
  const { path } = copying;
  path[path.length] = key;
  try {
    const property = getOwnPropertyDescriptor(holder, key);
    if (property?.get || property?.set) return cut(copying, 'getter');
    return copy(property?.value, copying);
  } finally {
    path.length -= 1;
  }
}

/** False, and marked, where the copy has become as large as it may be. */
function hasRoom(copying: Copying): boolean {
  if (copying.nodes < LIMITS.nodes && copying.length < LIMITS.totalLength) return true;
  cut(copying, 'too-many');
  return false;
}

function isNode(value: object): boolean {
  return value instanceof Node || value === window;
}

function cut(copying: Copying, reason: Cut['reason']): string {
  const { cuts, path } = copying;
  if (cuts.length < MAX_CUTS) {
    const steps: string[] = [];
    for (let index = 0; index < path.length; index += 1) steps[index] = quote(path[index]);
    cuts[cuts.length] = `{"path":[${joined(steps)}],"reason":"${reason}"}`;
  }
  return 'null';
}
