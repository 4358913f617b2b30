import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';

/** The strings that a schema lists for a field of an event, by its names with dots: `edata.type`. */
export type ListedValues = ReadonlyMap<string, readonly string[]>;

/** Levels of schemas in each other that are looked into. */
const MAX_LEVELS = 20;
/** Fields of which lists are found, and values of each. */
const MAX_FIELDS = 500;
const MAX_VALUES = 200;
/** Schemas that are looked into: those that refer to each other many times have as many paths as there are ways. */
const MAX_SCHEMAS = 20_000;

/**
 * Finds the lists of a schema: in `properties` and `allOf`, and behind references. Alternatives are not looked into, as
 * each has lists of its own.
 *
 * @param targetOf returns the schema that the `$ref` of another leads to, in whichever file.
 */
export function findListedValues(
  root: Json,
  targetOf: (schema: JsonObject) => Json | undefined = () => undefined,
): ListedValues {
  const found = new Map<string, readonly string[]>();
  let left = MAX_SCHEMAS;
  const visit = (schema: Json | undefined, path: readonly string[], levels: number): void => {
    if (!isJsonObject(schema) || levels === 0 || left === 0 || found.size >= MAX_FIELDS) return;
    left -= 1;
    const values = listOf(schema);
    if (values.length > 0 && path.length > 0) found.set(path.join('.'), values);
    if (isJsonObject(schema.properties)) {
      for (const [name, inner] of Object.entries(schema.properties)) visit(inner, [...path, name], levels - 1);
    }
    if (isJsonArray(schema.allOf)) for (const inner of schema.allOf) visit(inner, path, levels - 1);
    if (typeof schema.$ref === 'string') visit(targetOf(schema), path, levels - 1);
  };
  visit(root, [], MAX_LEVELS);
  return found;
}

function listOf(schema: JsonObject): readonly string[] {
  const values = isJsonArray(schema.enum) ? schema.enum : [];
  return values.filter((value) => typeof value === 'string').slice(0, MAX_VALUES);
}
