import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { isKeyword, listSubschemas } from './schema-keywords';

/** The supported drafts of JSON Schema, with the URIs of their meta-schemas. */
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

/** Returns the draft of a `$schema` URI, or `null`. */
export function draftOfUri(uri: string): SchemaDraft | null {
  const normal = withoutFragment(uri).replace(/^https?:/, '');
  return drafts.find((draft) => schemaDialects[draft].replace(/^https?:/, '') === normal) ?? null;
}

/** Returns a URI without its fragment. */
export function withoutFragment(uri: string): string {
  const fragmentStart = uri.indexOf('#');
  return fragmentStart === -1 ? uri : uri.slice(0, fragmentStart);
}

/** Whether the keywords beside a `$ref` are ignored. */
export function ignoresSiblings(draft: SchemaDraft): boolean {
  return draft === 'draft-04' || draft === 'draft-06' || draft === 'draft-07';
}

/** Returns the keyword for the URI of a schema. */
export function idKeyword(draft: SchemaDraft): 'id' | '$id' {
  return draft === 'draft-04' ? 'id' : '$id';
}

/** A schema whose keywords the import changes. */
export type SchemaObject = Record<string, Json>;

/**
 * Removes the ignored keywords beside a `$ref`. Keeps definitions under any name, to which schemas may refer.
 * Returns the schema that has the `$ref` instead; `null` if it is the same schema.
 */
export function removeIgnoredSiblings(node: SchemaObject): Json | null {
  const { $ref = '' } = node;
  const definitions = Object.entries(node).filter(([name, value]) => isJsonObject(value) && !isIgnoredSibling(name));
  for (const name of Object.keys(node)) if (name !== '$ref') delete node[name];
  if (definitions.length === 0) return null;
  delete node.$ref;
  const referrer = { $ref };
  Object.assign(node, Object.fromEntries(definitions), { allOf: [referrer] });
  return referrer;
}

/** Whether a name is a keyword other than those of definitions. */
function isIgnoredSibling(name: string): boolean {
  return name !== 'definitions' && name !== '$defs' && isKeyword(name);
}

/** Returns the URI of a root schema, by the keyword of any draft, because files of the SDK always use `$id`. */
export function rootId(node: SchemaObject, draft: SchemaDraft): string | null {
  if (ignoresSiblings(draft) && typeof node.$ref === 'string') return null;
  const { [idKeyword(draft)]: idOfDraft, $id, id } = node;
  return [idOfDraft, $id, id].find((value) => typeof value === 'string') ?? null;
}

const KEYWORDS_OF_2020_12 = [
  '$defs',
  '$dynamicRef',
  '$dynamicAnchor',
  'prefixItems',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  'unevaluatedItems',
];

/** Tests for keywords that indicate a draft, in order of precedence. */
const draftTests: readonly (readonly [draft: SchemaDraft, test: (schema: JsonObject) => boolean])[] = [
  ['2019-09', (schema) => '$recursiveRef' in schema || '$recursiveAnchor' in schema],
  ['2020-12', (schema) => KEYWORDS_OF_2020_12.some((name) => name in schema)],
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

const MAX_SEARCHED_SCHEMAS = 2_000;

/** Guesses the draft of a schema without `$schema` by the keywords that it uses, or returns `null`. */
export function guessDraft(root: Json): SchemaDraft | null {
  const indicatedDrafts = new Set<SchemaDraft>();
  const pending: Json[] = [root];
  for (let count = 0; count < MAX_SEARCHED_SCHEMAS; count += 1) {
    const schema = pending.pop();
    if (schema === undefined) break;
    for (const { schema: inner } of listSubschemas(schema)) pending.push(inner);
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) continue;
    for (const [draft, test] of draftTests) if (test(schema as JsonObject)) indicatedDrafts.add(draft);
  }
  return draftTests.find(([draft]) => indicatedDrafts.has(draft))?.[0] ?? null;
}
