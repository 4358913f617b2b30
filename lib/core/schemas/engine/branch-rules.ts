import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import { appendPointer } from '../json-pointer';
import type { FailedBranch } from './failure-collector';
import { type KeywordRule, NO_BRANCHES, type SchemaNode } from './interpreted-schema';
import { arrayTest, objectTest } from './keyword-tests';

export type NodeOf = (uri: string) => SchemaNode;

/** Creates the rule of `ref` and `allOf`. `anyOf` and `oneOf` use its branches with their own tests. */
export function inPlaceRule(nodes: readonly SchemaNode[]) {
  return {
    test(value: Json): boolean {
      for (const node of nodes) if (!node.test(value)) return false;
      return true;
    },
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failedBranches: FailedBranch[] | null = null;
      for (const node of nodes) failedBranches = node.addBranch(failedBranches, value, pointer);
      return failedBranches ?? NO_BRANCHES;
    },
    failsWithBranch: true as const,
  };
}

export function conditionRule(
  condition: string | undefined,
  schema: string | undefined,
  isThen: boolean,
  nodeOf: NodeOf,
): KeywordRule | null {
  if (condition === undefined || schema === undefined) return null;
  const conditionNode = nodeOf(condition);
  const node = nodeOf(schema);
  return {
    test: (value) => conditionNode.test(value) !== isThen || node.test(value),
    branches: (value, pointer) => node.addBranch(null, value, pointer) ?? NO_BRANCHES,
  };
}

export function dependencyRule(entries: readonly (readonly [string, SchemaNode])[]) {
  return {
    test: objectTest((object) => entries.every(([name, node]) => !Object.hasOwn(object, name) || node.test(object))),
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failedBranches: FailedBranch[] | null = null;
      if (!isJsonObject(value)) return NO_BRANCHES;
      for (const [name, node] of entries) {
        if (Object.hasOwn(value, name)) failedBranches = node.addBranch(failedBranches, value, pointer);
      }
      return failedBranches ?? NO_BRANCHES;
    },
  };
}

export function propertyRule(nodeFor: (name: string) => SchemaNode | undefined) {
  return {
    test(value: Json): boolean {
      if (!isJsonObject(value)) return true;
      // JSON has own fields only, and `Object.prototype` has no enumerable fields.
      for (const name in value) {
        const node = nodeFor(name);
        if (node !== undefined && !node.test(value[name] as Json)) return false;
      }
      return true;
    },
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failedBranches: FailedBranch[] | null = null;
      if (!isJsonObject(value)) return NO_BRANCHES;
      for (const name in value) {
        const node = nodeFor(name);
        // Builds the pointer for invalid fields only, because most fields are valid.
        if (node === undefined || node.test(value[name] as Json)) continue;
        failedBranches = node.addBranch(failedBranches, value[name] as Json, appendPointer(pointer, name));
      }
      return failedBranches ?? NO_BRANCHES;
    },
    failsWithBranch: true as const,
  };
}

export function itemRule(nodeFor: (index: number) => SchemaNode | undefined) {
  return {
    test: arrayTest((list) => list.every((item, index) => nodeFor(index)?.test(item) ?? true)),
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failedBranches: FailedBranch[] | null = null;
      if (!isJsonArray(value)) return NO_BRANCHES;
      for (const [index, item] of value.entries()) {
        const node = nodeFor(index);
        if (node === undefined || node.test(item)) continue;
        failedBranches = node.addBranch(failedBranches, item, appendPointer(pointer, index));
      }
      return failedBranches ?? NO_BRANCHES;
    },
    failsWithBranch: true as const,
  };
}
