import type { Json, JsonObject } from '#core/json/json';
import { subschemas } from './schema-keywords';

/** The drafts of JSON Schema that can be imported, by the URI of their meta-schema. */
export const schemaDialects = {
  'draft-04': 'http://json-schema.org/draft-04/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

/** One of {@link schemaDialects}. */
export type SchemaDraft = keyof typeof schemaDialects;

const drafts = Object.keys(schemaDialects) as SchemaDraft[];

/** Returns the draft that `$schema` names, or `null`. */
export function draftOfUri(uri: string): SchemaDraft | null {
  const normal = withoutFragment(uri).replace(/^https?:/, '');
  return drafts.find((draft) => schemaDialects[draft].replace(/^https?:/, '') === normal) ?? null;
}

/** Returns a URI without its fragment. */
export function withoutFragment(uri: string): string {
  const at = uri.indexOf('#');
  return at === -1 ? uri : uri.slice(0, at);
}

/** Whether `$ref` hides what stands beside it. */
export function hidesSiblings(draft: SchemaDraft): boolean {
  return draft === 'draft-04' || draft === 'draft-06' || draft === 'draft-07';
}

/** The keyword that gives a schema its URI. */
export function idKeyword(draft: SchemaDraft): 'id' | '$id' {
  return draft === 'draft-04' ? 'id' : '$id';
}

const signs: readonly (readonly [draft: SchemaDraft, test: (schema: JsonObject) => boolean])[] = [
  ['2019-09', (schema) => '$recursiveRef' in schema || '$recursiveAnchor' in schema],
  [
    '2020-12',
    (schema) =>
      ['$defs', '$dynamicRef', '$dynamicAnchor', 'prefixItems', 'dependentSchemas', 'dependentRequired'].some(
        (name) => name in schema,
      ) ||
      'unevaluatedProperties' in schema ||
      'unevaluatedItems' in schema,
  ],
  [
    'draft-04',
    (schema) =>
      typeof schema.id === 'string' ||
      typeof schema.exclusiveMinimum === 'boolean' ||
      typeof schema.exclusiveMaximum === 'boolean',
  ],
  [
    'draft-07',
    (schema) =>
      ['$id', 'const', 'contains', 'propertyNames', 'if', 'examples', '$comment'].some((name) => name in schema) ||
      typeof schema.exclusiveMinimum === 'number' ||
      typeof schema.exclusiveMaximum === 'number',
  ],
];

/** Schemas of a file that are looked at for signs of its draft. */
const MAX_LOOKED_AT = 2_000;

/** Guesses the draft of a schema without `$schema` by the keywords that it uses, or returns `null`. */
export function guessDraft(root: Json): SchemaDraft | null {
  const found = new Set<SchemaDraft>();
  const pending: Json[] = [root];
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += 1) {
    const schema = pending.pop();
    if (schema === undefined) break;
    for (const { schema: inner } of subschemas(schema)) pending.push(inner);
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) continue;
    for (const [draft, test] of signs) if (test(schema as JsonObject)) found.add(draft);
  }
  return signs.find(([draft]) => found.has(draft))?.[0] ?? null;
}
