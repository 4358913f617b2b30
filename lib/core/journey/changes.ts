import { isJsonObject, type Json, type JsonObject, type JsonPath, ownValue } from '#core/json/json';
import { type DiffBudget, type JsonDifference, visitDifferences } from '#core/json/json-diff';
import { dataIndexOf } from '#core/telemetry/kinds';
import type { Change, ObservedCall, Truncation } from './record';

/** Limit of the listed differences. With more differences, the sent value is unrelated to the value of the call. */
export const MAX_CHANGES = 50;

/** Fields of the SDKs' `options`, each with the name of the event's part that it sets. */
const OPTION_PARTS = ['context', 'object', 'actor'] as const;

/**
 * Compares a call with the event that was sent.
 * `data` becomes `edata` unchanged. The content id and version of `start` become `object.id` and `object.ver`.
 * `options` become parts of context, object and actor.
 */
export function findChanges(call: ObservedCall, event: Json): readonly Change[] {
  return compareWithCall(call, event, { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } }, true);
}

/** Whether an event has all values of its call. Returns false if the budget does not suffice to compare them. */
export function isContainedIn(call: ObservedCall, event: Json, budget: DiffBudget): boolean {
  const changes = compareWithCall(call, event, { maxChanges: 1, budget }, false);
  return changes.length === 0 && budget.values > 0;
}

/** @param hasAdditions whether keys that were added to `data` are changes, too. */
function compareWithCall(call: ObservedCall, event: Json, bounds: Bounds, hasAdditions: boolean): readonly Change[] {
  if (!isJsonObject(event)) return [];
  const changes: Change[] = [];
  const dataIndex = dataIndexOf(call.method);
  const uncopiedPaths = uncopiedPathsOf(call.truncations, dataIndex);
  const dataComparison = { changes, uncopiedPaths, hasAdditions, ...bounds };
  compare(call.args[dataIndex], ownValue(event, 'edata'), ['edata'], dataComparison);
  const optionsComparison = { ...dataComparison, hasAdditions: false };
  if (call.method === 'start') {
    const [, id, ver] = call.args;
    compare(withoutNulls({ id, ver }), ownValue(event, 'object'), ['object'], optionsComparison);
  }
  const options = optionsOf(call);
  for (const part of OPTION_PARTS) {
    const value = options && ownValue(options, part);
    if (value !== undefined && value !== null) compare(value, ownValue(event, part), [part], optionsComparison);
  }
  return changes;
}

/** Compares the emitted event with the sent event. They differ if the page changed an argument after the call. */
export function findChangesInTransit(emitted: Json, sent: Json, truncations: readonly Truncation[]): readonly Change[] {
  const changes: Change[] = [];
  const bounds = { maxChanges: MAX_CHANGES, budget: { values: Number.POSITIVE_INFINITY } };
  compare(emitted, sent, [], { changes, uncopiedPaths: pathKeys(truncations), hasAdditions: true, ...bounds });
  return changes;
}

/** Returns the SDK's own last argument, or `null` if the call has none. */
export function optionsOf(call: ObservedCall): JsonObject | null {
  const options = call.args[dataIndexOf(call.method) + 1];
  return isJsonObject(options) ? options : null;
}

/**
 * Returns a call's arguments by the part of the event that they go into.
 * An absent part is `null`, and an absent object `{}`. The arguments of `start` also name the content.
 */
export function calledParts(call: ObservedCall): readonly (readonly [string, Json])[] {
  const [, id, ver] = call.args;
  const contentObject = call.method === 'start' ? withoutNulls({ id, ver }) : {};
  const { context = null, object = null, actor = null } = optionsOf(call) ?? {};
  return [
    ['edata', call.args[dataIndexOf(call.method)] ?? null],
    ['object', isJsonObject(object) ? { ...contentObject, ...object } : contentObject],
    ['context', context],
    ['actor', actor],
  ];
}

interface Bounds {
  readonly maxChanges: number;
  readonly budget: DiffBudget;
}

interface ComparisonContext extends Bounds {
  readonly changes: Change[];
  /** Paths of values that could not be copied from the page, so they cannot be compared. */
  readonly uncopiedPaths: ReadonlySet<string>;
  /** Whether keys that only the sent value has are changes. */
  readonly hasAdditions: boolean;
}

function compare(
  called: Json | undefined,
  sent: Json | undefined,
  path: JsonPath,
  comparison: ComparisonContext,
): void {
  const { changes, uncopiedPaths, hasAdditions, maxChanges, budget } = comparison;
  if (changes.length >= maxChanges) return;
  const isSkipped =
    uncopiedPaths.size > 0 ? (skippedPath: JsonPath) => uncopiedPaths.has(skippedPath.join('\n')) : undefined;
  const addChange = (difference: JsonDifference) => {
    const change = toChange(difference);
    if (change && (hasAdditions || change.type !== 'added')) changes.push(change);
    return changes.length < maxChanges;
  };
  visitDifferences(called, sent, addChange, { path, isSkipped, ignoresNewKeys: !hasAdditions, budget });
}

/** Returns `null` for no change. The SDKs treat `null` as unset, so only another value is a change. */
function toChange({ path, before, after }: JsonDifference): Change | null {
  if (before !== undefined && before !== null) {
    return after === undefined
      ? { type: 'dropped', path, called: before }
      : { type: 'rewritten', path, called: before, sent: after };
  }
  return after === undefined || after === null ? null : { type: 'added', path, sent: after, fromRow: null };
}

function withoutNulls(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const setValues: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined && value !== null) setValues[key] = value;
  return setValues;
}

function uncopiedPathsOf(truncations: readonly Truncation[], dataIndex: number): ReadonlySet<string> {
  const inData = truncations.filter(({ path }) => path[0] === dataIndex);
  return pathKeys(inData.map((truncation) => ({ ...truncation, path: ['edata', ...truncation.path.slice(1)] })));
}

/** Omits values that were `undefined` in the page, because JSON omits them, too. */
function pathKeys(truncations: readonly Truncation[]): ReadonlySet<string> {
  return new Set(truncations.filter(({ reason }) => reason !== 'undefined').map(({ path }) => path.join('\n')));
}
