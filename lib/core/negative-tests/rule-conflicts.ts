import { formatPath, isJsonArray, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import { applyEdits, type JsonEdit } from './edit-json';
import { otherLegalValues } from './legal-value';

/**
 * Changes another field of a draft with one wrong field, if both together break a second rule.
 * Example: without `pass`, its default is No, which the sample's score of 1 contradicts, so the score changes.
 * Returns `null` if no single change helps.
 */
export function withoutRuleConflicts(
  kind: EventKind,
  draft: JsonObject,
  wrong: readonly JsonPath[],
): JsonObject | null {
  if (isSettled(kind, draft)) return draft;
  for (const change of changes(compiledOf(kind).fields, draft, [])) {
    if (wrong.some((path) => touches(path, change[0]))) continue;
    const changed = applyEdits(draft, [change]);
    if (isSettled(kind, changed)) return changed;
  }
  return null;
}

function isSettled(kind: EventKind, draft: JsonObject): boolean {
  return (compiledOf(kind).definition.rules ?? []).every((rule) => rule.check(draft) === null);
}

function changes(fields: readonly Field[], holder: Json | undefined, at: JsonPath): readonly JsonEdit[] {
  return fields.flatMap((field): readonly JsonEdit[] => {
    const path = [...at, field.name];
    const value = valueAt(holder, [field.name]);
    if (value === undefined) return [];
    const own = otherLegalValues(field).map((other): JsonEdit => [path, other]);
    const items =
      isJsonArray(value) && field.item
        ? value.flatMap((item, index) => changes(field.item?.children ?? [], item, [...path, index]))
        : [];
    return [...own, ...changes(field.children, value, path), ...items];
  });
}

/** Whether one path leads through the other: `data.item` and `data.item.id`. */
function touches(one: JsonPath, other: JsonPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return `${formatPath(long)}.`.startsWith(`${formatPath(short)}.`);
}
