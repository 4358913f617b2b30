import { isJsonArray, isJsonObject, type Json } from '#core/json/json';

/** A schema inside another, with its path. */
export interface Subschema {
  readonly steps: readonly string[];
  readonly schema: Json;
  /** Whether the subschema applies to the same value as the outer schema, not to a part of the value. */
  readonly isInPlace: boolean;
}

const SINGLE = [
  'additionalProperties',
  'additionalItems',
  'items',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
] as const;
const IN_PLACE = ['not', 'if', 'then', 'else'] as const;
const MAPS = ['properties', 'patternProperties', 'definitions', '$defs'] as const;
const MAPS_IN_PLACE = ['dependentSchemas', 'dependencies'] as const;
const LISTS = ['items', 'prefixItems'] as const;
const LISTS_IN_PLACE = ['allOf', 'anyOf', 'oneOf'] as const;

const ASSERTIONS = [
  ...['type', 'enum', 'const', 'pattern', 'format', 'required', 'dependentRequired', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minContains', 'maxContains', 'minProperties', 'maxProperties'],
];
const IDENTIFIERS = ['$schema', 'id', '$id', '$ref', '$dynamicRef', '$recursiveRef'];
const KEYWORDS: ReadonlySet<string> = new Set([
  ...[SINGLE, IN_PLACE, MAPS, MAPS_IN_PLACE, LISTS, LISTS_IN_PLACE, ASSERTIONS, IDENTIFIERS].flat(),
]);

/** Whether a name is a keyword of any draft that isn't only an annotation. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

/** Returns the schemas directly inside a schema, by the keywords of all drafts. */
export function listSubschemas(schema: Json): readonly Subschema[] {
  if (!isJsonObject(schema)) return [];
  const results: Subschema[] = [];
  const add = (steps: readonly string[], inner: Json | undefined, isInPlace: boolean): void => {
    if (typeof inner === 'boolean' || isJsonObject(inner)) results.push({ steps, schema: inner, isInPlace });
  };
  const addMap = (name: string, isInPlace: boolean): void => {
    const map = schema[name];
    if (!isJsonObject(map)) return;
    for (const [key, inner] of Object.entries(map)) add([name, key], inner, isInPlace);
  };
  const addList = (name: string, isInPlace: boolean): void => {
    const list = schema[name];
    if (!isJsonArray(list)) return;
    for (const [index, inner] of list.entries()) add([name, String(index)], inner, isInPlace);
  };
  for (const name of SINGLE) add([name], schema[name], false);
  for (const name of IN_PLACE) add([name], schema[name], true);
  for (const name of MAPS) addMap(name, false);
  for (const name of MAPS_IN_PLACE) addMap(name, true);
  for (const name of LISTS) addList(name, false);
  for (const name of LISTS_IN_PLACE) addList(name, true);
  return results;
}
