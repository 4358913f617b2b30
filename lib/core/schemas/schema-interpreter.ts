import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import type { TextTest } from '#core/patterns/pattern';
import { type FailedBranch, type KeywordFailure, MAX_STEPS, TooManySteps } from './failure-collector';
import { appendPointer } from './json-pointer';

/** A schema as the library compiles it: keywords by the URI of the schema. */
export type CompiledSchemas = Readonly<Record<string, boolean | readonly CompiledKeyword[]>>;

/** The URI of a keyword, its place in the schema, and what it was compiled to. */
type CompiledKeyword = readonly [id: string, location: string, value: unknown];

type Test = (value: Json) => boolean;

/** What a keyword does. */
interface KeywordRule {
  readonly test: Test;
  /** Which of the schemas that the keyword asks a value fails. Absent if it asks none. */
  readonly branches?: (value: Json, pointer: string) => readonly FailedBranch[];
  /** Whether a value fails the keyword just where it fails one of these schemas. Then they are asked once. */
  readonly failsWithBranch?: true;
}

const KEYWORDS = 'https://json-schema.org/keyword/';

/** A keyword that this interpreter does not know: the library has to check. */
class UnknownKeyword extends Error {}

/**
 * Checks values by what the library compiled, without the tree of nodes that it makes of each value: ten times as fast
 * (`npm run bench:cli`). The keywords whose outcome depends on what others have looked at are not known to it.
 */
export class SchemaInterpreter {
  readonly #root: SchemaNode;
  readonly #budget: Budget;

  private constructor(root: SchemaNode, budget: Budget) {
    this.#root = root;
    this.#budget = budget;
  }

  /** Returns `null` if a schema has a keyword that is not known. */
  static create(compiled: CompiledSchemas, uri: string): SchemaInterpreter | null {
    const budget = new Budget();
    try {
      return new SchemaInterpreter(new NodeBuilder(compiled, budget).nodeOf(uri), budget);
    } catch (error) {
      if (error instanceof UnknownKeyword) return null;
      throw error;
    }
  }

  /** Returns what a value fails. Throws if that takes too many steps. */
  check(value: Json): readonly KeywordFailure[] {
    this.#budget.steps = 0;
    return this.#root.test(value) ? NO_FAILURES : this.#root.explain(value, '');
  }
}

const NO_FAILURES: readonly KeywordFailure[] = [];
const NONE: readonly FailedBranch[] = [];

class Budget {
  steps = 0;
}

interface NodeKeyword extends KeywordRule {
  readonly node: CompiledKeyword;
}

/** One schema. Its keywords are added after it is made, as schemas may refer to themselves. */
class SchemaNode {
  readonly uri: string;
  readonly #budget: Budget;
  keywords: readonly NodeKeyword[] = [];
  isFalse = false;
  /** Stands for the schema `false` in findings that are shared. */
  readonly #owner = {};

  constructor(uri: string, budget: Budget) {
    this.uri = uri;
    this.#budget = budget;
  }

  test(value: Json): boolean {
    this.#count();
    if (this.isFalse) return false;
    const { keywords } = this;
    for (let index = 0; index < keywords.length; index += 1) {
      if (!(keywords[index] as NodeKeyword).test(value)) return false;
    }
    return true;
  }

  /** Returns what a value fails; nothing if it fits. */
  explain(value: Json, instance: string): readonly KeywordFailure[] {
    this.#count();
    if (this.isFalse) {
      const { uri: location } = this;
      return [{ keyword: 'false', location, value: false, owner: this.#owner, instance, found: value, branches: NONE }];
    }
    let failures: KeywordFailure[] | null = null;
    for (const { node, test, branches, failsWithBranch } of this.keywords) {
      if (!failsWithBranch && test(value)) continue;
      const failed = branches?.(value, instance) ?? NONE;
      if (failsWithBranch && failed.length === 0) continue;
      const [keyword, location, compiled] = node;
      failures ??= [];
      failures.push({ keyword, location, value: compiled, owner: node, instance, found: value, branches: failed });
    }
    return failures ?? NO_FAILURES;
  }

  /** Adds a branch for a value that fails. Returns the list, which is made for the first. */
  addBranch(list: FailedBranch[] | null, value: Json, pointer: string): FailedBranch[] | null {
    const failures = this.explain(value, pointer);
    if (failures.length === 0) return list;
    const branch = { schema: this.uri, failures };
    if (list === null) return [branch];
    list.push(branch);
    return list;
  }

  #count(): void {
    this.#budget.steps += 1;
    if (this.#budget.steps > MAX_STEPS) throw new TooManySteps();
  }
}

class NodeBuilder {
  readonly #compiled: CompiledSchemas;
  readonly #budget: Budget;
  readonly #nodes = new Map<string, SchemaNode>();

  constructor(compiled: CompiledSchemas, budget: Budget) {
    this.#compiled = compiled;
    this.#budget = budget;
  }

  nodeOf(uri: string): SchemaNode {
    const known = this.#nodes.get(uri);
    if (known !== undefined) return known;
    const node = new SchemaNode(uri, this.#budget);
    this.#nodes.set(uri, node);
    const compiled = this.#compiled[uri];
    node.isFalse = compiled === false;
    if (typeof compiled === 'object') node.keywords = compiled.flatMap((each) => this.#keywordOf(each));
    return node;
  }

  #keywordOf(node: CompiledKeyword): readonly NodeKeyword[] {
    const [id, , value] = node;
    const name = id.startsWith(KEYWORDS) ? id.slice(KEYWORDS.length) : id;
    if (ANNOTATIONS.has(name) || name.startsWith('unknown#')) return [];
    const known = ruleNames.get(name) ?? name;
    const create = Object.hasOwn(rules, known) ? rules[known as keyof typeof rules] : undefined;
    if (create === undefined) throw new UnknownKeyword(name);
    const rule = create(value as never, (uri) => this.nodeOf(uri));
    return rule === null ? [] : [{ node, ...rule }];
  }
}

/** Keywords that say nothing of a value. A format is none that every validator checks. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'comment',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'examples',
  'if',
  'readOnly',
  'title',
  'writeOnly',
  'draft-04/exclusiveMaximum',
  'draft-04/exclusiveMinimum',
  'draft-04/format',
  'draft-06/format',
  'draft-07/format',
  'draft-2019-09/format',
  'draft-2020-12/format',
]);

/** An object with a field `then` would be taken for a promise. */
const ruleNames: ReadonlyMap<string, string> = new Map([
  ['then', 'whenTrue'],
  ['else', 'whenFalse'],
]);

type NodeOf = (uri: string) => SchemaNode;

const ofText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value !== 'string' || test(value);
const ofNumber =
  (test: (number: number) => boolean): Test =>
  (value) =>
    typeof value !== 'number' || test(value);
const ofList =
  (test: (list: readonly Json[]) => boolean): Test =>
  (value) =>
    !isJsonArray(value) || test(value);
const ofObject =
  (test: (object: JsonObject) => boolean): Test =>
  (value) =>
    !isJsonObject(value) || test(value);

/** Of what numbers with fractions leave over; the library has the same. */
const TOLERANCE = 1.192_092_9e-7;

/** What each keyword of the library does. */
const rules = {
  type: (types: string | readonly string[]) => ({ test: typeTest(types) }),
  enum: (texts: readonly string[]) => ({ test: valueTest(texts) }),
  const: (text: string) => ({ test: valueTest([text]) }),
  pattern: ({ test }: { readonly test: TextTest }) => ({ test: ofText(test) }),
  minLength: (limit: number) => ({ test: ofText((text) => text.length >= limit && hasCharacters(text, limit)) }),
  maxLength: (limit: number) => ({
    test: ofText((text) => text.length <= limit || !hasCharacters(text, limit + 1)),
  }),
  minimum: (limit: number) => ({ test: ofNumber((number) => number >= limit) }),
  maximum: (limit: number) => ({ test: ofNumber((number) => number <= limit) }),
  exclusiveMinimum: (limit: number) => ({ test: ofNumber((number) => number > limit) }),
  exclusiveMaximum: (limit: number) => ({ test: ofNumber((number) => number < limit) }),
  'draft-04/minimum': ([limit, isExclusive]: readonly [number, boolean?]) => ({
    test: ofNumber((number) => (isExclusive === true ? number > limit : number >= limit)),
  }),
  'draft-04/maximum': ([limit, isExclusive]: readonly [number, boolean?]) => ({
    test: ofNumber((number) => (isExclusive === true ? number < limit : number <= limit)),
  }),
  multipleOf: (step: number) => ({
    test: ofNumber((number) => {
      const rest = number % step;
      return Math.abs(rest) < TOLERANCE || Math.abs(step - rest) < TOLERANCE;
    }),
  }),
  minItems: (limit: number) => ({ test: ofList((list) => list.length >= limit) }),
  maxItems: (limit: number) => ({ test: ofList((list) => list.length <= limit) }),
  minProperties: (limit: number) => ({ test: ofObject((object) => Object.keys(object).length >= limit) }),
  maxProperties: (limit: number) => ({ test: ofObject((object) => Object.keys(object).length <= limit) }),
  uniqueItems: (isAsked: boolean) =>
    isAsked ? { test: ofList((list) => new Set(list.map(canonicalText)).size === list.length) } : null,
  required: (names: readonly string[]) => ({
    test: ofObject((object) => {
      for (const name of names) if (!Object.hasOwn(object, name)) return false;
      return true;
    }),
  }),
  dependentRequired: (entries: readonly (readonly [string, readonly string[]])[]) => ({
    test: ofObject((object) =>
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
    const listed = rules.dependentRequired(lists);
    const asked = dependencyRule(schemas);
    return { test: (value: Json) => listed.test(value) && asked.test(value), branches: asked.branches };
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
    const each = patterns.map(([test, uri]) => {
      const node = nodeOf(uri);
      return propertyRule((name) => (test(name) ? node : undefined));
    });
    return {
      test: (value) => each.every(({ test }) => test(value)),
      branches: (value, pointer) => each.flatMap(({ branches }) => branches(value, pointer)),
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
      test: ofObject((object) => Object.keys(object).every((name) => node.test(name))),
      branches(value, pointer) {
        let failed: FailedBranch[] | null = null;
        for (const name of isJsonObject(value) ? Object.keys(value) : []) {
          failed = node.addBranch(failed, name, `*${appendPointer(pointer, name)}`);
        }
        return failed ?? NONE;
      },
      failsWithBranch: true,
    };
  },
  items: ([from, uri]: readonly [number, string], nodeOf: NodeOf) => {
    const node = nodeOf(uri);
    return itemRule((index) => (index < from ? undefined : node));
  },
  prefixItems: (uris: readonly string[], nodeOf: NodeOf) => {
    const nodes = uris.map(nodeOf);
    return itemRule((index) => nodes[index]);
  },
  'draft-04/items': (uris: string | readonly string[], nodeOf: NodeOf) => {
    if (typeof uris !== 'string') return rules.prefixItems(uris, nodeOf);
    const node = nodeOf(uris);
    return itemRule(() => node);
  },
  'draft-04/additionalItems': (value: readonly [number, string], nodeOf: NodeOf) => rules.items(value, nodeOf),
  'draft-06/contains': (uri: string, nodeOf: NodeOf) => {
    const node = nodeOf(uri);
    return { test: ofList((list) => list.some((item) => node.test(item))) };
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
      test: ofList((list) => {
        const count = list.filter((item) => node.test(item)).length;
        return count >= minContains && count <= maxContains;
      }),
    };
  },
  minContains: () => null,
  maxContains: () => null,
};

function typeTest(types: string | readonly string[]): Test {
  if (typeof types !== 'string') {
    const tests = types.map(typeTest);
    return (value) => tests.some((test) => test(value));
  }
  switch (types) {
    case 'integer':
      return (value) => Number.isInteger(value);
    case 'object':
      return isJsonObject;
    case 'array':
      return isJsonArray;
    case 'null':
      return (value) => value === null;
    default:
      return (value) => typeof value === types;
  }
}

/** @param texts the JSON of the values, with sorted keys. */
function valueTest(texts: readonly string[]): Test {
  const values = texts.map((text) => parseJson(text) ?? null);
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  const others = new Set(texts.filter((_, index) => !scalars.has(values[index] as Json)));
  return (value) =>
    typeof value === 'object' && value !== null
      ? others.size > 0 && others.has(canonicalText(value))
      : scalars.has(value);
}

/** Whether a text has so many characters: a pair of surrogates is one. */
function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= count * 2) return true;
  let found = 0;
  for (const _ of text) found += 1;
  return found >= count;
}

/** The JSON of a value with sorted keys. */
function canonicalText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}

/** Of `ref` and `allOf`, a value fails with each schema; of `anyOf` and `oneOf`, the rule has a test of its own. */
function inPlaceRule(nodes: readonly SchemaNode[]) {
  return {
    test(value: Json): boolean {
      for (const node of nodes) if (!node.test(value)) return false;
      return true;
    },
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failed: FailedBranch[] | null = null;
      for (const node of nodes) failed = node.addBranch(failed, value, pointer);
      return failed ?? NONE;
    },
    failsWithBranch: true as const,
  };
}

function conditionRule(
  condition: string | undefined,
  schema: string | undefined,
  isThen: boolean,
  nodeOf: NodeOf,
): KeywordRule | null {
  if (condition === undefined || schema === undefined) return null;
  const asked = nodeOf(condition);
  const node = nodeOf(schema);
  return {
    test: (value) => asked.test(value) !== isThen || node.test(value),
    branches: (value, pointer) => node.addBranch(null, value, pointer) ?? NONE,
  };
}

function dependencyRule(entries: readonly (readonly [string, SchemaNode])[]) {
  return {
    test: ofObject((object) => entries.every(([name, node]) => !Object.hasOwn(object, name) || node.test(object))),
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failed: FailedBranch[] | null = null;
      if (!isJsonObject(value)) return NONE;
      for (const [name, node] of entries) {
        if (Object.hasOwn(value, name)) failed = node.addBranch(failed, value, pointer);
      }
      return failed ?? NONE;
    },
  };
}

function propertyRule(nodeFor: (name: string) => SchemaNode | undefined) {
  return {
    test(value: Json): boolean {
      if (!isJsonObject(value)) return true;
      // JSON has own fields only, and `Object.prototype` none that are listed.
      for (const name in value) {
        const node = nodeFor(name);
        if (node !== undefined && !node.test(value[name] as Json)) return false;
      }
      return true;
    },
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failed: FailedBranch[] | null = null;
      if (!isJsonObject(value)) return NONE;
      for (const name in value) {
        const node = nodeFor(name);
        // Most fields fit: the place of a field is written for those that do not.
        if (node === undefined || node.test(value[name] as Json)) continue;
        failed = node.addBranch(failed, value[name] as Json, appendPointer(pointer, name));
      }
      return failed ?? NONE;
    },
    failsWithBranch: true as const,
  };
}

function itemRule(nodeFor: (index: number) => SchemaNode | undefined) {
  return {
    test: ofList((list) => list.every((item, index) => nodeFor(index)?.test(item) ?? true)),
    branches(value: Json, pointer: string): readonly FailedBranch[] {
      let failed: FailedBranch[] | null = null;
      if (!isJsonArray(value)) return NONE;
      for (const [index, item] of value.entries()) {
        const node = nodeFor(index);
        if (node === undefined || node.test(item)) continue;
        failed = node.addBranch(failed, item, appendPointer(pointer, index));
      }
      return failed ?? NONE;
    },
    failsWithBranch: true as const,
  };
}
