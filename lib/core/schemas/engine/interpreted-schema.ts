import type { Json } from '#core/json/json';
import type { FailedBranch, KeywordFailure, StepCounter } from './failure-collector';

/** The URI of a keyword, its location in the schema, and its compiled value. */
export type CompiledKeyword = readonly [id: string, location: string, value: unknown];

export type Test = (value: Json) => boolean;

/** The implementation of a keyword. */
export interface KeywordRule {
  readonly test: Test;
  /** Returns the schemas of the keyword that reject a value. Absent if the keyword applies no schema. */
  readonly branches?: (value: Json, pointer: string) => readonly FailedBranch[];
  /** Set if a value fails the keyword if and only if one of `branches` rejects it, so one run suffices. */
  readonly failsWithBranch?: true;
}

export const NO_FAILURES: readonly KeywordFailure[] = [];
export const NO_BRANCHES: readonly FailedBranch[] = [];

export interface NodeKeyword extends KeywordRule {
  readonly node: CompiledKeyword;
}

/** One schema. Its keywords are added after its creation, because schemas may refer to themselves. */
export class SchemaNode {
  readonly uri: string;
  readonly #counter: StepCounter;
  keywords: readonly NodeKeyword[] = [];
  isFalse = false;
  /** Owner of shared findings of the schema `false`. */
  readonly #owner = {};

  constructor(uri: string, counter: StepCounter) {
    this.uri = uri;
    this.#counter = counter;
  }

  test(value: Json): boolean {
    this.#counter.add();
    if (this.isFalse) return false;
    const { keywords } = this;
    for (let index = 0; index < keywords.length; index += 1) {
      if (!(keywords[index] as NodeKeyword).test(value)) return false;
    }
    return true;
  }

  /** Returns the failures of a value. Empty if it is valid. */
  explain(value: Json, instance: string): readonly KeywordFailure[] {
    this.#counter.add();
    if (this.isFalse) {
      const { uri: location } = this;
      return [
        {
          keyword: 'false',
          location,
          value: false,
          owner: this.#owner,
          instance,
          actual: value,
          branches: NO_BRANCHES,
        },
      ];
    }
    let failures: KeywordFailure[] | null = null;
    for (const { node, test, branches, failsWithBranch } of this.keywords) {
      if (!failsWithBranch && test(value)) continue;
      const failedBranches = branches?.(value, instance) ?? NO_BRANCHES;
      if (failsWithBranch && failedBranches.length === 0) continue;
      const [keyword, location, compiled] = node;
      failures ??= [];
      failures.push({
        keyword,
        location,
        value: compiled,
        owner: node,
        instance,
        actual: value,
        branches: failedBranches,
      });
    }
    return failures ?? NO_FAILURES;
  }

  /** Adds a branch if the value fails. Returns the list, which is created for the first branch. */
  addBranch(list: FailedBranch[] | null, value: Json, pointer: string): FailedBranch[] | null {
    const failures = this.explain(value, pointer);
    if (failures.length === 0) return list;
    const branch = { schema: this.uri, failures };
    if (list === null) return [branch];
    list.push(branch);
    return list;
  }
}
