import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { subschemas } from './schema-keywords';

interface Edge {
  readonly schema: Json;
  readonly isReferred: boolean;
}

/** The schemas that look at the same value as a schema. */
function* edgesOf(node: JsonObject, targets: ReadonlyMap<JsonObject, Json>): Generator<Edge, undefined> {
  for (const { schema, isInPlace } of subschemas(node)) if (isInPlace) yield { schema, isReferred: false };
  const target = targets.get(node);
  if (target !== undefined) yield { schema: target, isReferred: true };
}

/**
 * Finds cycles in which schemas ask themselves about the same value, which would never end. Calls `cut` for a schema of each
 * cycle: its reference is a step of it.
 *
 * @param targets the schemas that references lead to.
 */
export function cutCycles(
  schemas: Iterable<object>,
  targets: ReadonlyMap<JsonObject, Json>,
  cut: (schema: JsonObject) => void,
): void {
  const state = new Map<object, 'open' | 'done'>();
  for (const start of schemas) {
    const stack: { readonly node: JsonObject; readonly next: Iterator<Edge>; readonly isReferred: boolean }[] = [];
    /** Returns whether the schema is one that is being looked at: a cycle. */
    const enter = (node: Json, isReferred: boolean): boolean => {
      if (!isJsonObject(node) || state.get(node) === 'done') return false;
      if (state.get(node) === 'open') return true;
      state.set(node, 'open');
      stack.push({ node, next: edgesOf(node, targets), isReferred });
      return false;
    };
    enter(start as JsonObject, false);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.next.next();
      if (done) {
        state.set(top.node, 'done');
        stack.pop();
      } else if (enter(value.schema, value.isReferred)) {
        // Of the steps of a cycle, at least one is a reference.
        const last = value.isReferred ? stack.length : stack.findLastIndex(({ isReferred }) => isReferred);
        const before = stack[last - 1];
        if (before !== undefined) cut(before.node);
      }
    }
  }
}
