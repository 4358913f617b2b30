import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { dataIndexOf } from '#core/telemetry/kinds';
import type { Change, ObservedCall, Truncation } from './record';

/** Differences beyond these say nothing new: the object that was passed is not the object that left. */
export const MAX_CHANGES = 50;

type Path = readonly (string | number)[];

/** The `options` of the SDKs, by the part of the event that they go into. */
const OPTION_PARTS = ['context', 'object', 'actor'] as const;

/**
 * What was called against the event that left.
 * `data` becomes `edata` as it is, `start`'s content id and version become `object.id` and `object.ver`, and `options`
 * go into context, object and actor.
 */
export function findChanges(call: ObservedCall, event: Json): readonly Change[] {
  return compareWithCall(call, event, { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } }, true);
}

/** How many values may still be compared. */
export interface ComparingBudget {
  values: number;
}

/** Whether an event has all that its call gave; `false` where the budget does not suffice to know it. */
export function isContainedIn(call: ObservedCall, event: Json, budget: ComparingBudget): boolean {
  const losses = compareWithCall(call, event, { maxChanges: 1, budget }, false);
  return losses.length === 0 && budget.values > 0;
}

/** What was added to `data` is no loss, and is omitted where `isAddedToo` is false. */
function compareWithCall(call: ObservedCall, event: Json, bounds: Bounds, isAddedToo: boolean): readonly Change[] {
  if (!isJsonObject(event)) return [];
  const changes: Change[] = [];
  const dataIndex = dataIndexOf(call.method);
  const uncopied = cutPaths(call.cuts, dataIndex);
  const whole = { changes, uncopied, isWhole: isAddedToo, ...bounds };
  compare(call.args[dataIndex], own(event, 'edata'), ['edata'], whole);
  const partial = { ...whole, isWhole: false };
  if (call.method === 'start') {
    const [, id, ver] = call.args;
    compare(withoutNulls({ id, ver }), own(event, 'object'), ['object'], partial);
  }
  const options = optionsOf(call);
  for (const part of OPTION_PARTS) {
    const given = options && own(options, part);
    if (given !== undefined && given !== null) compare(given, own(event, part), [part], partial);
  }
  return changes;
}

/** What the SDK had emitted against what the batch carried: an argument that the page went on using. */
export function findChangesInTransit(raised: Json, carried: Json, cuts: readonly Truncation[]): readonly Change[] {
  const changes: Change[] = [];
  const bounds = { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } };
  compare(raised, carried, [], { changes, uncopied: pathKeys(cuts), isWhole: true, ...bounds });
  return changes;
}

/** The SDK's own last argument, where the call has one. */
export function optionsOf(call: ObservedCall): JsonObject | null {
  const options = call.args[dataIndexOf(call.method) + 1];
  return isJsonObject(options) ? options : null;
}

interface Bounds {
  readonly maxChanges: number;
  readonly budget: ComparingBudget;
}

interface Comparing extends Bounds {
  readonly changes: Change[];
  /** Paths of what could not be copied from the page, so that nothing can be said about it. */
  readonly uncopied: ReadonlySet<string>;
  /** Whether keys that were not called for count as added. */
  readonly isWhole: boolean;
}

function compare(called: Json | undefined, sent: Json | undefined, path: Path, comparing: Comparing): void {
  if (called === sent) return;
  const { changes, uncopied, isWhole, maxChanges, budget } = comparing;
  budget.values -= 1;
  if (budget.values <= 0 || changes.length >= maxChanges) return;
  if (uncopied.size > 0 && uncopied.has(path.join('\n'))) return;
  if (called === undefined || called === null) {
    if (sent !== undefined && sent !== null && isWhole) changes.push({ type: 'added', path, sent, fromRow: null });
    return;
  }
  if (sent === undefined) {
    changes.push({ type: 'dropped', path, called });
    return;
  }
  if (isJsonObject(called) && isJsonObject(sent)) {
    const keys = keysOf(called, isWhole ? sent : null);
    budget.values -= keys.length;
    for (const key of keys) {
      if (budget.values <= 0 || changes.length >= maxChanges) return;
      compare(own(called, key), own(sent, key), [...path, key], comparing);
    }
    return;
  }
  if (isJsonArray(called) && isJsonArray(sent) && called.length === sent.length) {
    called.forEach((item, index) => {
      compare(item, sent[index], [...path, index], comparing);
    });
    return;
  }
  if (!jsonEquals(called, sent)) changes.push({ type: 'rewritten', path, called, sent });
}

function keysOf(one: JsonObject, other: JsonObject | null): readonly string[] {
  const keys = Object.keys(one);
  return other === null ? keys : [...keys, ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))];
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function withoutNulls(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== null) kept[key] = value;
  return kept;
}

function cutPaths(cuts: readonly Truncation[], dataIndex: number): ReadonlySet<string> {
  const inData = cuts.filter(({ path }) => path[0] === dataIndex);
  return pathKeys(inData.map((cut) => ({ ...cut, path: ['edata', ...cut.path.slice(1)] })));
}

/** What was `undefined` in the page is omitted of an event, as JSON leaves it out. */
function pathKeys(cuts: readonly Truncation[]): ReadonlySet<string> {
  return new Set(cuts.filter(({ reason }) => reason !== 'undefined').map(({ path }) => path.join('\n')));
}
