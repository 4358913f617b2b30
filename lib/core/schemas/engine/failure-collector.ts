import type { EvaluationPlugin, ValidationContext } from '@hyperjump/json-schema/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import type { Json } from '#core/json/json';
import { setBounded } from '#core/util/lru';

/** A keyword that a value fails. */
export interface KeywordFailure {
  /** The URI of the keyword; `false` for a schema that rejects any value. */
  readonly keyword: string;
  /** The URI of the schema, with a JSON pointer to the keyword. */
  readonly location: string;
  /** The compiled value of the keyword. */
  readonly value: unknown;
  /** The node of the compiled schema. It is the same object for each failure of the keyword. */
  readonly owner: object;
  /** JSON pointer of the value. */
  readonly instance: string;
  /** The value that fails. */
  readonly actual: Json;
  readonly branches: readonly FailedBranch[];
}

/** A schema that a keyword applies, with its failures. */
export interface FailedBranch {
  readonly schema: string;
  readonly failures: readonly KeywordFailure[];
}

interface CollectorContext extends ValidationContext {
  failures?: KeywordFailure[] | undefined;
  branches?: FailedBranch[] | undefined;
}

/** Limit of the applied schemas in a check, and of its tests of property names. A real event needs some hundred. */
const MAX_STEPS = 100_000;

/** Limit of the `false` schemas with shared findings. */
const MAX_OWNERS = 1_000;

class TooManySteps extends Error {}

/** Counts the steps of one check. */
export class StepCounter {
  steps = 0;

  /** Throws if the check takes more than {@link MAX_STEPS}. */
  add(): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw new TooManySteps();
  }
}

/** Collects failures as a tree while the library checks a value, like its detailed output but with the values. */
export class FailureCollector implements EvaluationPlugin<CollectorContext> {
  readonly id = 'failures';
  failures: readonly KeywordFailure[] = [];
  readonly #counter = new StepCounter();

  beforeSchema(): void {
    this.#counter.add();
  }

  afterKeyword(
    node: readonly [string, string, unknown],
    instance: JsonNode,
    context: CollectorContext,
    isValid: boolean,
    schemaContext: CollectorContext,
  ): void {
    if (isValid) return;
    const [keyword, location, value] = node;
    schemaContext.failures ??= [];
    schemaContext.failures.push({
      keyword,
      location,
      value,
      owner: node,
      instance: instance.pointer,
      actual: valueOfNode(instance),
      branches: context.branches ?? [],
    });
  }

  afterSchema(schema: string, instance: JsonNode, context: CollectorContext, isValid: boolean): void {
    const failures = context.failures ?? [];
    context.failures = undefined;
    this.failures = failures;
    if (isValid) return;
    if (context.ast[schema] === false) {
      this.failures = [falseSchemaFailure(schema, instance)];
    }
    context.branches ??= [];
    context.branches.push({ schema, failures: this.failures });
  }
}

const owners = new Map<string, object>();

/** Creates the failure of the schema `false`, which has no keyword. */
function falseSchemaFailure(schema: string, node: JsonNode): KeywordFailure {
  const owner = owners.get(schema) ?? {};
  setBounded(owners, schema, owner, MAX_OWNERS);
  return {
    keyword: 'false',
    location: schema,
    value: false,
    owner,
    instance: node.pointer,
    actual: valueOfNode(node),
    branches: [],
  };
}

/** Returns the value of a node, which is missing in the type of the library. */
function valueOfNode(node: JsonNode): Json {
  return (node as JsonNode & { readonly value: Json }).value;
}
