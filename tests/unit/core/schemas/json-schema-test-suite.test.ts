import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isJsonObject, type Json } from '#core/json/json';
import { importSchemas } from '#core/schemas/import-schemas';
import { schemaDialects } from '#core/schemas/schema-dialects';
import { describeSharedData } from '#tests/fixtures/shared-data';

const suite = '../shared/data/json-schema-test-suite';

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const drafts = [
  ['draft4', schemaDialects['draft-04']],
  ['draft6', schemaDialects['draft-06']],
  ['draft7', schemaDialects['draft-07']],
  ['draft2019-09', schemaDialects['2019-09']],
  ['draft2020-12', schemaDialects['2020-12']],
] as const;

describeSharedData(suite, 'the JSON-Schema-Test-Suite', () => {
  it.each(drafts)('imported schemas pass all required tests of %s', async (draft, uri) => {
    const remotes = remotesOf(draft, uri);
    const failedTests: string[] = [];
    let count = 0;
    for (const file of readdirSync(join(suite, 'tests', draft)).filter((name) => name.endsWith('.json'))) {
      for (const group of readJson<readonly Group[]>(join(suite, 'tests', draft, file))) {
        const text = JSON.stringify({ match: '', schema: withDialect(group.schema, uri) });
        const files = [{ path: 'test.json', text }, ...(text.includes('localhost:1234') ? remotes : [])];
        const { ruleSet } = await importSchemas('suite', files);
        for (const { description, data, valid } of group.tests) {
          count += 1;
          const isValid = ruleSet?.check({ type: 'event', json: data }).length === 0;
          if (ruleSet === null || isValid !== valid) failedTests.push(`${file}: ${group.description}: ${description}`);
        }
      }
    }
    expect(count).toBeGreaterThan(500);
    expect(failedTests).toEqual([]);
  });
});

/** Returns the schemas that tests refer to by a URL as files of the set, because nothing is fetched. */
function remotesOf(draft: string, uri: string) {
  const folder = join(suite, 'remotes');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && (!/^(?:draft|v1)/.test(file) || file.startsWith(`${draft}/`)))
    .map((file) => {
      const schema = withDialect(readJson<Json>(join(folder, file)), uri);
      return { path: `http://localhost:1234/${file}`, text: JSON.stringify(schema) };
    });
}

function withDialect(schema: Json, uri: string): Json {
  return isJsonObject(schema) ? { $schema: uri, ...schema } : schema;
}

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8')) as Value;
}
