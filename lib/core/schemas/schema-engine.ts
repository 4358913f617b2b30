import * as Browser from '@hyperjump/browser';
import { hasSchema, setShouldValidateSchema, type Validator, validate } from '@hyperjump/json-schema/draft-07';
import '@hyperjump/json-schema/draft-04';
import '@hyperjump/json-schema/draft-06';
import '@hyperjump/json-schema/draft-2019-09';
import '@hyperjump/json-schema/draft-2020-12';
import {
  addKeyword,
  BASIC,
  buildSchemaDocument,
  compile,
  getKeywordName,
  getSchema,
  hasDialect,
  interpret,
  Validation,
} from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { Json } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { TestByBacktracking, TextTest } from '#core/patterns/pattern';
import { readPattern } from '#core/patterns/read-pattern';
import { FailureCollector, type KeywordFailure } from './failure-collector';
import { decodeFragment } from './json-pointer';
import { type SchemaDraft, schemaDialects } from './schema-dialects';
import { type CompiledSchemas, SchemaInterpreter } from './schema-interpreter';
import type { LinkedDocument } from './schema-references';
import './value-keywords';

/** Why a pattern is not simply run. `slowPattern` applies after the first text that took too long. */
type PatternProblem = 'invalidPattern' | 'unsupportedPattern' | 'backgroundPattern' | 'slowPattern';

/** Called with a pattern that is not simply run, and the URI of its keyword. */
type OnPatternProblem = (code: PatternProblem, location: string, pattern: string) => void;

/** Checks values by one schema. Returns the failures, or `null` if the check takes too many steps. */
export type SchemaCheck = (value: Json) => readonly KeywordFailure[] | null;

interface SchemaDocument extends Browser.Document {
  readonly dialectId: string;
}

/** How to run patterns without a linear test. */
interface PatternOptions {
  readonly onPatternProblem: OnPatternProblem;
  /** `null` to ignore these patterns. */
  readonly testByBacktracking: TestByBacktracking | null;
  /** Whether outcomes are asynchronous. */
  readonly isInBackground: boolean;
  readonly ignoredTests: IgnoredTests;
}

/** Tests without an outcome during a check. */
interface IgnoredTests {
  /** Number of these tests. */
  count: number;
  /** Whether these tests return the opposite outcome. */
  isInverted: boolean;
}

type SchemaBrowser = Browser.Browser & { readonly document: SchemaDocument } & Partial<PatternOptions>;

/** Disables fetching and reading files, because all references are resolved in the set. */
for (const scheme of ['http', 'https', 'file']) Browser.removeUriSchemePlugin(scheme);
/** Disables validation of schemas: {@link findSchemaFault} did it before, with the location of a fault. */
setShouldValidateSchema(false);

const KEYWORD = 'https://json-schema.org/keyword';

/** Creates the test of a pattern that can't be run. `fallbackResult` must not cause findings. */
function createIgnoredTest(ignoredTests: IgnoredTests | undefined, fallbackResult: boolean): TextTest {
  return () => {
    if (ignoredTests === undefined) return fallbackResult;
    ignoredTests.count += 1;
    return fallbackResult !== ignoredTests.isInverted;
  };
}

/**
 * Creates the test of a pattern, and reports its problems.
 * It runs in linear time, or in bounded time if the host can interrupt it.
 */
function createTest(source: string, schema: SchemaBrowser, fallbackResult = true): TextTest {
  const { onPatternProblem, testByBacktracking, isInBackground, ignoredTests } = schema;
  const location = locationOf(schema);
  const report = (code: PatternProblem): void => onPatternProblem?.(code, location, source);
  const ignoredTest = createIgnoredTest(ignoredTests, fallbackResult);
  const pattern = readPattern(source);
  if (pattern === undefined) {
    report('invalidPattern');
    return ignoredTest;
  }
  const compiled = compilePattern(pattern);
  if (compiled.ok) return compiled.value;
  if (!testByBacktracking) {
    report('unsupportedPattern');
    return ignoredTest;
  }
  if (isInBackground) report('backgroundPattern');
  return (text) => {
    const outcome = testByBacktracking(pattern, text);
    if (typeof outcome === 'boolean') return outcome;
    if (outcome === 'too-slow') report('slowPattern');
    if (outcome === 'unavailable') report('unsupportedPattern');
    return ignoredTest(text);
  };
}

function locationOf({ document, cursor }: SchemaBrowser): string {
  return `${document.baseUri}#${encodeURI(cursor)}`;
}

interface PatternValue {
  readonly source: string;
  readonly test: TextTest;
}

addKeyword<PatternValue>({
  id: `${KEYWORD}/pattern`,
  compile: async (schema) => {
    const source = Browser.value<string>(schema);
    return { source, test: createTest(source, schema as SchemaBrowser) };
  },
  interpret: ({ test }, instance) => Instance.typeOf(instance) !== 'string' || test(Instance.value<string>(instance)),
});

/** Fixes the type of the library, which has a parameter `parent` that its code ignores. */
const compileSchema = Validation.compile as (schema: SchemaBrowser, ast: unknown) => Promise<string>;

type EvaluationContext = Parameters<typeof Validation.interpret>[2] & { readonly evaluatedProperties?: Set<string> };

/** Returns the property of a schema by the keyword's id, in any draft. */
async function siblingOf(schema: SchemaBrowser, id: string, parent: SchemaBrowser): Promise<SchemaBrowser | null> {
  const name = getKeywordName(schema.document.dialectId, id);
  if (name === undefined || !Browser.has(name, parent)) return null;
  return (await Browser.step(name, parent)) as SchemaBrowser;
}

function createTests(patterns: SchemaBrowser, fallbackResult: boolean): readonly TextTest[] {
  return [...Browser.keys(patterns)].map((source) => createTest(source, patterns, fallbackResult));
}

// The keywords of the library would find names in the prototype, and run patterns in the native engine.
addKeyword<ReadonlyMap<string, string>>({
  id: `${KEYWORD}/properties`,
  simpleApplicator: true,
  async compile(schema, ast) {
    const compiled = new Map<string, string>();
    for await (const [name, property] of Browser.entries(schema)) {
      compiled.set(name, await compileSchema(property as SchemaBrowser, ast));
    }
    return compiled;
  },
  interpret(properties, instance, context: EvaluationContext) {
    let isValid = true;
    for (const [key, value] of Instance.entries(instance)) {
      const name = Instance.value<string>(key);
      const schema = properties.get(name);
      if (schema === undefined) continue;
      if (!Validation.interpret(schema, value, context)) isValid = false;
      context.evaluatedProperties?.add(name);
    }
    return isValid;
  },
});

addKeyword<readonly (readonly [test: TextTest, schema: string])[]>({
  id: `${KEYWORD}/patternProperties`,
  simpleApplicator: true,
  async compile(schema, ast) {
    // An ignored pattern matches no property.
    const tests = createTests(schema as SchemaBrowser, false);
    const schemas: string[] = [];
    for await (const [, property] of Browser.entries(schema)) {
      schemas.push(await compileSchema(property as SchemaBrowser, ast));
    }
    return tests.flatMap((test, index) => {
      const property = schemas[index];
      return property === undefined ? [] : [[test, property] as const];
    });
  },
  interpret(patterns, instance, context: EvaluationContext) {
    let isValid = true;
    for (const [key, value] of Instance.entries(instance)) {
      const name = Instance.value<string>(key);
      for (const [test, schema] of patterns) {
        if (!test(name)) continue;
        if (!Validation.interpret(schema, value, context)) isValid = false;
        context.evaluatedProperties?.add(name);
      }
    }
    return isValid;
  },
});

addKeyword<{ readonly names: ReadonlySet<string>; readonly tests: readonly TextTest[]; readonly schema: string }>({
  id: `${KEYWORD}/additionalProperties`,
  simpleApplicator: true,
  async compile(schema, ast, parent) {
    const browser = schema as SchemaBrowser;
    const properties = await siblingOf(browser, `${KEYWORD}/properties`, parent as SchemaBrowser);
    const patterns = await siblingOf(browser, `${KEYWORD}/patternProperties`, parent as SchemaBrowser);
    return {
      names: new Set(properties === null ? [] : Browser.keys(properties)),
      tests: patterns === null ? [] : createTests(patterns, true),
      schema: await compileSchema(browser, ast),
    };
  },
  interpret({ names, tests, schema }, instance, context: EvaluationContext) {
    let isValid = true;
    for (const [key, value] of Instance.entries(instance)) {
      const name = Instance.value<string>(key);
      if (names.has(name) || tests.some((test) => test(name))) continue;
      if (!Validation.interpret(schema, value, context)) isValid = false;
      context.evaluatedProperties?.add(name);
    }
    return isValid;
  },
});

/** Whether a URI is that of a meta-schema of a draft. */
export function isMetaSchema(uri: string): boolean {
  return hasSchema(uri);
}

const validators = new Map<SchemaDraft, Promise<Validator>>();

/**
 * Returns the JSON pointer of the first fault of a schema by its draft; `null` if the schema is valid.
 *
 * @param dialect a meta-schema of the set. If set, the schema is not checked.
 */
export type FindSchemaFault = (root: Json, draft: SchemaDraft, dialect: string | null) => Promise<string | null>;

/** See {@link FindSchemaFault}. */
export const findSchemaFault: FindSchemaFault = async (root, draft, dialect) => {
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

  constructor(patterns: Omit<PatternOptions, 'ignoredTests'>) {
    this.#patterns = { ...patterns, ignoredTests: { count: 0, isInverted: false } };
  }

  /** Adds a document. Throws if the library rejects it. */
  add({ root, uri, draft, document }: LinkedDocument): void {
    const dialect =
      document.dialect !== null && hasDialect(document.dialect) ? document.dialect : schemaDialects[draft];
    const built = buildSchemaDocument(root as never, uri, dialect) as SchemaDocument;
    for (const [id, each] of Object.entries(built.embedded ?? {})) this.#cache[id] ??= each as SchemaDocument;
  }

  /** Compiles the schema of a document. Throws if the library fails to compile it. */
  async compile({ uri }: LinkedDocument): Promise<SchemaCheck> {
    const browser = { _cache: { ...this.#cache }, ...this.#patterns };
    const schema = await getSchema(uri, browser as never);
    const compiled = await compile(schema);
    const interpreter = SchemaInterpreter.create(compiled.ast as unknown as CompiledSchemas, compiled.schemaUri);
    const check: SchemaCheck = (value) => {
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
    const { ignoredTests } = this.#patterns;
    return (value) => {
      ignoredTests.count = 0;
      const failures = check(value);
      if (ignoredTests.count === 0 || failures === null || failures.length === 0) return failures;
      // Below `not`, `oneOf` or `if`, either outcome of an ignored test may fail a value.
      ignoredTests.isInverted = true;
      const inverted = check(value);
      ignoredTests.isInverted = false;
      return inverted === null ? failures : findInBoth(failures, inverted);
    };
  }
}

/** Returns the common failures of two checks of a value, with their common branches. */
function findInBoth(one: readonly KeywordFailure[], other: readonly KeywordFailure[]): readonly KeywordFailure[] {
  return one.flatMap((failure) => {
    const same = other.find(({ owner, instance }) => owner === failure.owner && instance === failure.instance);
    if (same === undefined) return [];
    if (failure.branches.length === 0) return [failure];
    const branches = failure.branches.flatMap(({ schema, failures }) => {
      const others = same.branches.flatMap((branch) => (branch.schema === schema ? branch.failures : []));
      const inBoth = findInBoth(failures, others);
      return inBoth.length === 0 ? [] : [{ schema, failures: inBoth }];
    });
    return branches.length === 0 ? [] : [{ ...failure, branches }];
  });
}
