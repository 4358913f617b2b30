import type { Json } from '../json';
import type { ArgumentShape } from './definition';
import { readNode, type SchemaNode, schemaOf } from './json-schema';

export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';

/** A field as a form shows it and as a value is checked against it: derived from the definition, never written by hand. */
export interface Field {
  /** By argument name; `*` stands for every item of an array and every key of a map. */
  readonly path: readonly string[];
  readonly name: string;
  readonly type: FieldType;
  /** The type in words: `array of objects`. */
  readonly typeText: string;
  readonly required: boolean;
  /** Null counts as absent here; in an array and in a required field it does not. */
  readonly nullable: boolean;
  /** What the document says of it; empty where it says nothing. */
  readonly note: string;
  readonly reading: string | null;
  /** The closed list. */
  readonly choices: readonly string[] | null;
  /** A list beside which other values are only remarked on. */
  readonly usualChoices: readonly string[] | null;
  readonly examples: readonly string[];
  readonly defaultValue: Json | undefined;
  /** The default in words, where there is one. */
  readonly defaultText: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly usualMinimum: number | null;
  readonly minimumLength: number;
  readonly identifier: boolean;
  readonly onePair: boolean;
  /** Of an array: may be repeated, each like `item`. */
  readonly repeatable: boolean;
  readonly item: Field | null;
  /** Of an object: the listed fields. */
  readonly children: readonly Field[];
  readonly childNames: ReadonlySet<string>;
  /** Of an object: what becomes of a key that is not listed; a field where every value has its type. */
  readonly strays: 'notice' | 'silent' | Field;
}

/** The fields of a method, in the order of its arguments. */
export function fieldsOfShape(shape: ArgumentShape): readonly Field[] {
  return childrenOf(readNode(schemaOf(shape)), []);
}

/** Every field below and including these, the listed ones first: for tables and searches. */
export function allFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.children), ...allFields(field.item ? [field.item] : [])]);
}

function childrenOf(node: SchemaNode, path: readonly string[]): readonly Field[] {
  return Object.entries(node.properties ?? {}).map(([name, json]) =>
    toField(readNode(json), [...path, name], node.required?.includes(name) ?? false),
  );
}

function toField(node: SchemaNode, path: readonly string[], isRequired: boolean): Field {
  const item = node.type === 'array' ? toField(readNode(node.items ?? {}), [...path, '*'], true) : null;
  const children = childrenOf(node, path);
  const type = fieldType(node.type);
  return {
    ...aboutValue(node),
    path,
    name: path.at(-1) ?? '',
    type,
    typeText: typeText(node, item),
    // The document marks fields as required that also have a default.
    required: isRequired || node.default !== undefined || node.defaultText !== undefined,
    nullable: node.nullable,
    repeatable: type === 'array',
    item,
    children,
    childNames: new Set(children.map((child) => child.name)),
    strays: straysOf(node, path),
  };
}

function aboutValue(node: SchemaNode) {
  return {
    note: node.description ?? '',
    reading: node.reading ?? null,
    choices: node.enum ?? null,
    usualChoices: node.usualChoices ?? null,
    examples: node.examples ?? [],
    defaultValue: node.default,
    defaultText: node.defaultText ?? (node.default === undefined ? null : JSON.stringify(node.default)),
    minimum: withinIntegers(node.minimum),
    maximum: withinIntegers(node.maximum),
    usualMinimum: node.usualMinimum ?? null,
    minimumLength: node.minLength ?? 0,
    identifier: node.identifier ?? false,
    onePair: node.onePair ?? false,
  };
}

/** A bound of an integer that only says how far JavaScript counts exactly is no rule of the document. */
function withinIntegers(bound: number | undefined): number | null {
  return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound;
}

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'any']);

function fieldType(type: string): FieldType {
  if (!types.has(type)) throw new Error(`A definition uses the type ${type}, which the fields do not know.`);
  return type as FieldType;
}

function typeText(node: SchemaNode, item: Field | null): string {
  if (node.type === 'integer') return 'whole number';
  if (item === null || item.type === 'any') return node.type;
  if (item.onePair) return 'array of single key-value objects';
  return `array of ${item.typeText}s`;
}

function straysOf(node: SchemaNode, path: readonly string[]): Field['strays'] {
  const values = node.additionalProperties;
  if (values === undefined || values === false) return 'notice';
  const value = readNode(values);
  return value.type === 'any' ? 'silent' : toField(value, [...path, '*'], true);
}
