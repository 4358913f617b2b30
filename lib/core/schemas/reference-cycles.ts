import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { listSubschemas } from './schema-keywords';

interface Edge {
  readonly schema: Json;
  readonly isReference: boolean;
}

/** Yields the schemas that a schema applies to the same value. */
function* edgesOf(node: JsonObject, targets: ReadonlyMap<JsonObject, Json>): Generator<Edge, undefined> {
  for (const { schema, isInPlace } of listSubschemas(node)) if (isInPlace) yield { schema, isReference: false };
  const target = targets.get(node);
  if (target !== undefined) yield { schema: target, isReference: true };
}

/**
 * Finds cycles in which a schema applies itself to the same value, which would never end.
 * Calls `removeReference` with a schema of each cycle whose reference is part of the cycle.
 *
 * @param targets the schemas to which references point, by referring schema.
 */
export function breakCycles(
  schemas: Iterable<object>,
  targets: ReadonlyMap<JsonObject, Json>,
  removeReference: (schema: JsonObject) => void,
): void {
  const state = new Map<object, 'open' | 'done'>();
  for (const start of schemas) {
    const stack: { readonly node: JsonObject; readonly next: Iterator<Edge>; readonly isReferred: boolean }[] = [];
    /** Pushes a schema. Returns whether it is on the stack already, which is a cycle. */
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
      } else if (enter(value.schema, value.isReference)) {
        // A cycle has at least one reference.
        const last = value.isReference ? stack.length : stack.findLastIndex(({ isReferred }) => isReferred);
        const referrer = stack[last - 1];
        if (referrer !== undefined) removeReference(referrer.node);
      }
    }
  }
}
