import { isJsonObject, type Json } from '#core/json/json';
import type { TextTest } from '#core/patterns/pattern';
import { appendPointer } from '../json-pointer';
import { conditionRule, dependencyRule, inPlaceRule, itemRule, type NodeOf, propertyRule } from './branch-rules';
import type { FailedBranch } from './failure-collector';
import { type KeywordRule, NO_BRANCHES } from './interpreted-schema';
import {
  arrayTest,
  hasCharacters,
  numberTest,
  objectTest,
  stringTest,
  toCanonicalJson,
  typeTest,
  valueTest,
} from './keyword-tests';

/** Relative rounding error of the quotient of two fractions. */
const ROUNDING_ERROR = 2 * Number.EPSILON;

/** The implementation of each keyword of the library. */
export const keywordRules = {
  type: (types: string | readonly string[]) => ({ test: typeTest(types) }),
  enum: (texts: readonly string[]) => ({ test: valueTest(texts) }),
  const: (text: string) => ({ test: valueTest([text]) }),
  pattern: ({ test }: { readonly test: TextTest }) => ({ test: stringTest(test) }),
  minLength: (limit: number) => ({ test: stringTest((text) => text.length >= limit && hasCharacters(text, limit)) }),
  maxLength: (limit: number) => ({
    test: stringTest((text) => text.length <= limit || !hasCharacters(text, limit + 1)),
  }),
  minimum: (limit: number) => ({ test: numberTest((number) => number >= limit) }),
  maximum: (limit: number) => ({ test: numberTest((number) => number <= limit) }),
  exclusiveMinimum: (limit: number) => ({ test: numberTest((number) => number > limit) }),
  exclusiveMaximum: (limit: number) => ({ test: numberTest((number) => number < limit) }),
  'draft-04/minimum': ([limit, isExclusive]: readonly [number, boolean?]) => ({
    test: numberTest((number) => (isExclusive === true ? number > limit : number >= limit)),
  }),
  'draft-04/maximum': ([limit, isExclusive]: readonly [number, boolean?]) => ({
    test: numberTest((number) => (isExclusive === true ? number < limit : number <= limit)),
  }),
  multipleOf: (step: number) => ({
    test: numberTest((number) => {
      const quotient = number / step;
      if (!Number.isFinite(quotient)) return number % step === 0;
      return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * ROUNDING_ERROR;
    }),
  }),
  minItems: (limit: number) => ({ test: arrayTest((list) => list.length >= limit) }),
  maxItems: (limit: number) => ({ test: arrayTest((list) => list.length <= limit) }),
  minProperties: (limit: number) => ({ test: objectTest((object) => Object.keys(object).length >= limit) }),
  maxProperties: (limit: number) => ({ test: objectTest((object) => Object.keys(object).length <= limit) }),
  uniqueItems: (isUnique: boolean) =>
    isUnique ? { test: arrayTest((list) => new Set(list.map(toCanonicalJson)).size === list.length) } : null,
  required: (names: readonly string[]) => ({
    test: objectTest((object) => {
      for (const name of names) if (!Object.hasOwn(object, name)) return false;
      return true;
    }),
  }),
  dependentRequired: (entries: readonly (readonly [string, readonly string[]])[]) => ({
    test: objectTest((object) =>
      entries.every(
        ([name, required]) => !Object.hasOwn(object, name) || required.every((other) => Object.hasOwn(object, other)),
      ),
    ),
  }),
  dependentSchemas: (entries: readonly (readonly [string, string])[], nodeOf: NodeOf) =>
    dependencyRule(entries.map(([name, uri]) => [name, nodeOf(uri)] as const)),
  'draft-04/dependencies': (entries: readonly (readonly [string, string | readonly string[]])[], nodeOf: NodeOf) => {
    const lists = entries.filter(
      (entry): entry is readonly [string, readonly string[]] => typeof entry[1] !== 'string',
    );
    const schemas = entries.flatMap(([name, uri]) => (typeof uri === 'string' ? [[name, nodeOf(uri)] as const] : []));
    const fieldRule = keywordRules.dependentRequired(lists);
    const schemaRule = dependencyRule(schemas);
    return { test: (value: Json) => fieldRule.test(value) && schemaRule.test(value), branches: schemaRule.branches };
  },
  ref: (uri: string, nodeOf: NodeOf) => inPlaceRule([nodeOf(uri)]),
  allOf: (uris: readonly string[], nodeOf: NodeOf) => inPlaceRule(uris.map(nodeOf)),
  anyOf: (uris: readonly string[], nodeOf: NodeOf): KeywordRule => {
    const nodes = uris.map(nodeOf);
    const { branches } = inPlaceRule(nodes);
    return { test: (value) => nodes.some((node) => node.test(value)), branches };
  },
  oneOf: (uris: readonly string[], nodeOf: NodeOf): KeywordRule => {
    const nodes = uris.map(nodeOf);
    const { branches } = inPlaceRule(nodes);
    return { test: (value) => nodes.filter((node) => node.test(value)).length === 1, branches };
  },
  not: (uri: string, nodeOf: NodeOf) => {
    const node = nodeOf(uri);
    return { test: (value: Json) => !node.test(value) };
  },
  whenTrue: ([condition, schema]: readonly string[], nodeOf: NodeOf) => conditionRule(condition, schema, true, nodeOf),
  whenFalse: ([condition, schema]: readonly string[], nodeOf: NodeOf) =>
    conditionRule(condition, schema, false, nodeOf),
  properties: (schemas: ReadonlyMap<string, string>, nodeOf: NodeOf) => {
    const nodes = new Map([...schemas].map(([name, uri]) => [name, nodeOf(uri)]));
    return propertyRule((name) => nodes.get(name));
  },
  patternProperties: (patterns: readonly (readonly [TextTest, string])[], nodeOf: NodeOf): KeywordRule => {
    const rules = patterns.map(([test, uri]) => {
      const node = nodeOf(uri);
      return propertyRule((name) => (test(name) ? node : undefined));
    });
    return {
      test: (value) => rules.every(({ test }) => test(value)),
      branches: (value, pointer) => rules.flatMap(({ branches }) => branches(value, pointer)),
      failsWithBranch: true,
    };
  },
  additionalProperties: (
    {
      names,
      tests,
      schema,
    }: { readonly names: ReadonlySet<string>; readonly tests: readonly TextTest[]; readonly schema: string },
    nodeOf: NodeOf,
  ) => {
    const node = nodeOf(schema);
    return propertyRule((name) => (names.has(name) || tests.some((test) => test(name)) ? undefined : node));
  },
  propertyNames: (uri: string, nodeOf: NodeOf): KeywordRule => {
    const node = nodeOf(uri);
    return {
      test: objectTest((object) => Object.keys(object).every((name) => node.test(name))),
      branches(value, pointer) {
        let failedBranches: FailedBranch[] | null = null;
        for (const name of isJsonObject(value) ? Object.keys(value) : []) {
          failedBranches = node.addBranch(failedBranches, name, `*${appendPointer(pointer, name)}`);
        }
        return failedBranches ?? NO_BRANCHES;
      },
      failsWithBranch: true,
    };
  },
  items: ([firstIndex, uri]: readonly [number, string], nodeOf: NodeOf) => {
    const node = nodeOf(uri);
    return itemRule((index) => (index < firstIndex ? undefined : node));
  },
  prefixItems: (uris: readonly string[], nodeOf: NodeOf) => {
    const nodes = uris.map(nodeOf);
    return itemRule((index) => nodes[index]);
  },
  'draft-04/items': (uris: string | readonly string[], nodeOf: NodeOf) => {
    if (typeof uris !== 'string') return keywordRules.prefixItems(uris, nodeOf);
    const node = nodeOf(uris);
    return itemRule(() => node);
  },
  'draft-04/additionalItems': (value: readonly [number, string], nodeOf: NodeOf) => keywordRules.items(value, nodeOf),
  'draft-06/contains': (uri: string, nodeOf: NodeOf) => {
    const node = nodeOf(uri);
    return { test: arrayTest((list) => list.some((item) => node.test(item))) };
  },
  contains: (
    {
      contains,
      minContains,
      maxContains,
    }: { readonly contains: string; readonly minContains: number; readonly maxContains: number },
    nodeOf: NodeOf,
  ) => {
    const node = nodeOf(contains);
    return {
      test: arrayTest((list) => {
        const count = list.filter((item) => node.test(item)).length;
        return count >= minContains && count <= maxContains;
      }),
    };
  },
  minContains: () => null,
  maxContains: () => null,
};
