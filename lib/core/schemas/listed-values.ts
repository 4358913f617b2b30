import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { hasJsonTextPrefix } from './schema-values';

/** The strings that a schema lists for fields of an event, by dotted path: `edata.type`. */
export type ListedValues = ReadonlyMap<string, readonly string[]>;

const MAX_NESTED_SCHEMAS = 20;
/** Limits of the fields, and of the values of each field. */
const MAX_FIELDS = 500;
const MAX_VALUES = 200;
/** Limit of the visited schemas. Schemas that refer to each other can have exponentially many paths. */
const MAX_SCHEMAS = 20_000;

/**
 * Finds the lists of a schema in `properties`, `allOf` and references.
 * Skips alternatives, because each may have different lists.
 *
 * @param targetOf returns the schema to which the `$ref` of a schema points, in any file.
 */
export function findListedValues(
  root: Json,
  targetOf: (schema: JsonObject) => Json | undefined = () => undefined,
): ListedValues {
  const lists = new Map<string, readonly string[]>();
  let remainingSchemas = MAX_SCHEMAS;
  const visit = (schema: Json | undefined, path: readonly string[], levels: number): void => {
    if (!isJsonObject(schema) || levels === 0 || remainingSchemas === 0 || lists.size >= MAX_FIELDS) return;
    remainingSchemas -= 1;
    const values = listedStrings(schema);
    if (values.length > 0 && path.length > 0) lists.set(path.join('.'), values);
    if (isJsonObject(schema.properties)) {
      for (const [name, inner] of Object.entries(schema.properties)) visit(inner, [...path, name], levels - 1);
    }
    if (isJsonArray(schema.allOf)) for (const inner of schema.allOf) visit(inner, path, levels - 1);
    if (typeof schema.$ref === 'string') visit(targetOf(schema), path, levels - 1);
  };
  visit(root, [], MAX_NESTED_SCHEMAS);
  return lists;
}

function listedStrings(schema: JsonObject): readonly string[] {
  const values = isJsonArray(schema.enum) ? schema.enum : [];
  return values
    .filter((value): value is string => typeof value === 'string' && !hasJsonTextPrefix(value))
    .slice(0, MAX_VALUES);
}
