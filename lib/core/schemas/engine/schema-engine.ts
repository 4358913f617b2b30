import * as Browser from '@hyperjump/browser';
import { hasSchema, setShouldValidateSchema, type Validator, validate } from '@hyperjump/json-schema/draft-07';
import '@hyperjump/json-schema/draft-04';
import '@hyperjump/json-schema/draft-06';
import '@hyperjump/json-schema/draft-2019-09';
import '@hyperjump/json-schema/draft-2020-12';
import {
  BASIC,
  buildSchemaDocument,
  compile,
  getSchema,
  hasDialect,
  interpret,
} from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { Json } from '#core/json/json';
import { decodeFragment } from '../json-pointer';
import { type SchemaDraft, schemaDialects } from '../schema-dialects';
import type { LinkedDocument } from '../schema-references';
import { FailureCollector, type KeywordFailure, StepCounter } from './failure-collector';
import type { PatternOptions, SchemaDocument } from './pattern-tests';
import { type CompiledSchemas, SchemaInterpreter } from './schema-interpreter';
import './property-keywords';
import './value-keywords';

/** Checks values by one schema. Returns the failures, or `null` if the check takes too many steps or is too deep. */
export type SchemaCheck = (value: Json) => readonly KeywordFailure[] | null;

/** Disables fetching and reading files, because all references are resolved in the set. */
for (const scheme of ['http', 'https', 'file']) Browser.removeUriSchemePlugin(scheme);
/** Disables validation of schemas, because {@link findInvalidPart} validates them before, and finds the location. */
setShouldValidateSchema(false);

/** Whether a URI is that of a meta-schema of a draft. */
export function isMetaSchema(uri: string): boolean {
  return hasSchema(uri);
}

const validators = new Map<SchemaDraft, Promise<Validator>>();

/**
 * Finds the JSON pointer of the first part of a schema that is invalid by its draft; `null` if the schema is valid.
 *
 * @param dialect a meta-schema of the set. If set, the schema is not checked.
 */
export type FindInvalidPart = (root: Json, draft: SchemaDraft, dialect: string | null) => Promise<string | null>;

/** See {@link FindInvalidPart}. */
export const findInvalidPart: FindInvalidPart = async (root, draft, dialect) => {
  if (dialect !== null) return null;
  const check = validators.get(draft) ?? validate(schemaDialects[draft]);
  validators.set(draft, check);
  try {
    const result = (await check)(root as never, BASIC);
    if (result.valid) return null;
    const [deepest] = (result.errors ?? []).toSorted((one, other) => depthOf(other) - depthOf(one));
    return decodeFragment(deepest?.instanceLocation.slice(1) ?? '');
  } catch {
    // The library can't write a location with half of a surrogate pair.
    return '';
  }
};

function depthOf({ instanceLocation }: { readonly instanceLocation: string }): number {
  return instanceLocation.split('/').length;
}

/** The schemas of a set, ready to compile. Sets are independent of each other. */
export class SchemaEngine {
  readonly #cache: Record<string, SchemaDocument> = {};
  readonly #patterns: PatternOptions;

  constructor(patterns: Omit<PatternOptions, 'ignoredTests' | 'nameTestCounter'>) {
    this.#patterns = { ...patterns, ignoredTests: { count: 0, isInverted: false }, nameTestCounter: new StepCounter() };
  }

  /** Adds a document. Throws if the library rejects it. */
  add({ root, uri, draft, document }: LinkedDocument): void {
    const dialect =
      document.dialect !== null && hasDialect(document.dialect) ? document.dialect : schemaDialects[draft];
    const built = buildSchemaDocument(root as never, uri, dialect) as SchemaDocument;
    for (const [id, embedded] of Object.entries(built.embedded ?? {})) {
      this.#cache[id] ??= embedded as SchemaDocument;
    }
  }

  /** Compiles the schema of a document. Throws if the library fails to compile it. */
  async compile({ uri }: LinkedDocument): Promise<SchemaCheck> {
    const browser = { _cache: { ...this.#cache }, ...this.#patterns };
    const schema = await getSchema(uri, browser as never);
    const compiled = await compile(schema);
    const interpreter = SchemaInterpreter.create(compiled.ast as unknown as CompiledSchemas, compiled.schemaUri);
    const { ignoredTests, nameTestCounter } = this.#patterns;
    const check: SchemaCheck = (value) => {
      nameTestCounter.steps = 0;
      try {
        if (interpreter !== null) return interpreter.check(value);
        const collector = new FailureCollector();
        const instance = Instance.fromJs(value as never);
        const { valid } = interpret(compiled, instance, { outputFormat: 'FLAG', plugins: [collector] } as never);
        return valid ? [] : collector.failures;
      } catch {
        // Too many steps, or too deep a recursion. The schema causes both.
        return null;
      }
    };
    return (value) => {
      ignoredTests.count = 0;
      const failures = check(value);
      if (ignoredTests.count === 0 || failures === null || failures.length === 0) return failures;
      // Below `not`, `oneOf` or `if`, either outcome of an ignored test may fail a value.
      ignoredTests.isInverted = true;
      const inverted = check(value);
      ignoredTests.isInverted = false;
      return inverted === null ? failures : findCommonFailures(failures, inverted);
    };
  }
}

/** Returns the common failures of two checks of a value, with their common branches. */
function findCommonFailures(
  one: readonly KeywordFailure[],
  other: readonly KeywordFailure[],
): readonly KeywordFailure[] {
  return one.flatMap((failure) => {
    const same = other.find(({ owner, instance }) => owner === failure.owner && instance === failure.instance);
    if (same === undefined) return [];
    if (failure.branches.length === 0) return [failure];
    const branches = failure.branches.flatMap(({ schema, failures }) => {
      const others = same.branches.flatMap((branch) => (branch.schema === schema ? branch.failures : []));
      const inBoth = findCommonFailures(failures, others);
      return inBoth.length === 0 ? [] : [{ schema, failures: inBoth }];
    });
    return branches.length === 0 ? [] : [{ ...failure, branches }];
  });
}
