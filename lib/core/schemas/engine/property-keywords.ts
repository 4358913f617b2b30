import * as Browser from '@hyperjump/browser';
import { addKeyword, getKeywordName, Validation } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import type { TextTest } from '#core/patterns/pattern';
import { createTest, type SchemaBrowser } from './pattern-tests';

const KEYWORD = 'https://json-schema.org/keyword';

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
async function findSibling(schema: SchemaBrowser, id: string, parent: SchemaBrowser): Promise<SchemaBrowser | null> {
  const name = getKeywordName(schema.document.dialectId, id);
  if (name === undefined || !Browser.has(name, parent)) return null;
  return (await Browser.step(name, parent)) as SchemaBrowser;
}

/** Creates tests of property names. Each call is counted: 1,000 names and 1,000 patterns would need a million calls. */
function createNameTests(patterns: SchemaBrowser, fallbackResult: boolean): readonly TextTest[] {
  const { nameTestCounter } = patterns;
  return [...Browser.keys(patterns)].map((source) => {
    const test = createTest(source, patterns, fallbackResult);
    return (name) => {
      nameTestCounter?.add();
      return test(name);
    };
  });
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
    const tests = createNameTests(schema as SchemaBrowser, false);
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
    const properties = await findSibling(browser, `${KEYWORD}/properties`, parent as SchemaBrowser);
    const patterns = await findSibling(browser, `${KEYWORD}/patternProperties`, parent as SchemaBrowser);
    return {
      names: new Set(properties === null ? [] : Browser.keys(properties)),
      tests: patterns === null ? [] : createNameTests(patterns, true),
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
