import { isJsonObject, type Json, type JsonObject, type JsonPath, ownValue } from '#core/json/json';
import { type DiffBudget, type JsonDifference, visitDifferences } from '#core/json/json-diff';
import { dataIndexOf } from '#core/telemetry/kinds';
import type { Change, ObservedCall, Truncation } from './record';

/** Differences beyond these say nothing new: the object that was passed is not the object that left. */
export const MAX_CHANGES = 50;

/** The `options` of the SDKs, by the part of the event that they go into. */
const OPTION_PARTS = ['context', 'object', 'actor'] as const;

/**
 * Compares a call with the event that was sent.
 * `data` becomes `edata` as it is, `start`'s content id and version become `object.id` and `object.ver`, and `options`
 * go into context, object and actor.
 */
export function findChanges(call: ObservedCall, event: Json): readonly Change[] {
  return compareWithCall(call, event, { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } }, true);
}

/** Whether an event has all that its call gave; `false` where the budget does not suffice to know it. */
export function isContainedIn(call: ObservedCall, event: Json, budget: DiffBudget): boolean {
  const losses = compareWithCall(call, event, { maxChanges: 1, budget }, false);
  return losses.length === 0 && budget.values > 0;
}

/** Additions to `data` lose nothing, and are omitted if `isAddedToo` is false. */
function compareWithCall(call: ObservedCall, event: Json, bounds: Bounds, isAddedToo: boolean): readonly Change[] {
  if (!isJsonObject(event)) return [];
  const changes: Change[] = [];
  const dataIndex = dataIndexOf(call.method);
  const uncopied = cutPaths(call.truncations, dataIndex);
  const whole = { changes, uncopied, isWhole: isAddedToo, ...bounds };
  compare(call.args[dataIndex], ownValue(event, 'edata'), ['edata'], whole);
  const partial = { ...whole, isWhole: false };
  if (call.method === 'start') {
    const [, id, ver] = call.args;
    compare(withoutNulls({ id, ver }), ownValue(event, 'object'), ['object'], partial);
  }
  const options = optionsOf(call);
  for (const part of OPTION_PARTS) {
    const given = options && ownValue(options, part);
    if (given !== undefined && given !== null) compare(given, ownValue(event, part), [part], partial);
  }
  return changes;
}

/** Compares the emitted event with the sent one: they differ if the page changed an argument after the call. */
export function findChangesInTransit(
  raised: Json,
  carried: Json,
  truncations: readonly Truncation[],
): readonly Change[] {
  const changes: Change[] = [];
  const bounds = { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } };
  compare(raised, carried, [], { changes, uncopied: pathKeys(truncations), isWhole: true, ...bounds });
  return changes;
}

/** The SDK's own last argument, where the call has one. */
export function optionsOf(call: ObservedCall): JsonObject | null {
  const options = call.args[dataIndexOf(call.method) + 1];
  return isJsonObject(options) ? options : null;
}

/** Returns a call's arguments by the part of the event that they go into, or `null` for an absent part. */
export function calledParts(call: ObservedCall): readonly (readonly [string, Json])[] {
  const [, id, ver] = call.args;
  const content = call.method === 'start' ? withoutNulls({ id, ver }) : {};
  const { context = null, object = null, actor = null } = optionsOf(call) ?? {};
  return [
    ['edata', call.args[dataIndexOf(call.method)] ?? null],
    ['object', isJsonObject(object) ? { ...content, ...object } : content],
    ['context', context],
    ['actor', actor],
  ];
}

interface Bounds {
  readonly maxChanges: number;
  readonly budget: DiffBudget;
}

interface Comparing extends Bounds {
  readonly changes: Change[];
  /** Paths of what could not be copied from the page, so that nothing can be said about it. */
  readonly uncopied: ReadonlySet<string>;
  /** Whether keys that were not called for count as added. */
  readonly isWhole: boolean;
}

function compare(called: Json | undefined, sent: Json | undefined, path: JsonPath, comparing: Comparing): void {
  const { changes, uncopied, isWhole, maxChanges, budget } = comparing;
  if (changes.length >= maxChanges) return;
  const isSkipped = uncopied.size > 0 ? (at: JsonPath) => uncopied.has(at.join('\n')) : undefined;
  const addChange = (difference: JsonDifference) => {
    const change = toChange(difference);
    if (change && (isWhole || change.type !== 'added')) changes.push(change);
    return changes.length < maxChanges;
  };
  visitDifferences(called, sent, addChange, { path, isSkipped, ignoresNewKeys: !isWhole, budget });
}

/** The SDKs treat an argument of `null` as unset, so that only a value in its place is a change. */
function toChange({ path, before, after }: JsonDifference): Change | null {
  if (before !== undefined && before !== null) {
    return after === undefined
      ? { type: 'dropped', path, called: before }
      : { type: 'rewritten', path, called: before, sent: after };
  }
  return after === undefined || after === null ? null : { type: 'added', path, sent: after, fromRow: null };
}

function withoutNulls(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const common: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== null) common[key] = value;
  return common;
}

function cutPaths(truncations: readonly Truncation[], dataIndex: number): ReadonlySet<string> {
  const inData = truncations.filter(({ path }) => path[0] === dataIndex);
  return pathKeys(inData.map((cut) => ({ ...cut, path: ['edata', ...cut.path.slice(1)] })));
}

/** JSON omits what was `undefined` in the page. */
function pathKeys(truncations: readonly Truncation[]): ReadonlySet<string> {
  return new Set(truncations.filter(({ reason }) => reason !== 'undefined').map(({ path }) => path.join('\n')));
}
