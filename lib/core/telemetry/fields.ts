import type { Json, JsonPath } from '#core/json/json';
import type { CodeIn } from '#core/util/message';
import type { ArgumentShape } from './definition';
import { readSchema, type SchemaNode } from './schema-node';
import type { InterpretationCode, NoteCode } from './vocabulary';

export type FieldType = SchemaNode['type'];

/** Name of a type: a message of `definitions.type`. */
export type TypeCode = CodeIn<'definitions.type'>;

/** A field for forms and validation, derived from the definition. */
export interface Field {
  /** Path by argument name. `*` stands for every item of an array and every key of a map. */
  readonly path: readonly string[];
  readonly name: string;
  readonly type: FieldType;
  readonly typeCode: TypeCode;
  readonly required: boolean;
  /** Whether null counts as absent. False for an item of an array and for a required field. */
  readonly nullable: boolean;
  /** The specification's note, or `null` if there is none. */
  readonly note: NoteCode | null;
  readonly interpretation: InterpretationCode | null;
  /** The closed list of values, or `null` if any value is allowed. */
  readonly allowedValues: readonly string[] | null;
  /** Suggested values. Any other value is a notice. */
  readonly suggestedValues: readonly string[] | null;
  readonly examples: readonly string[];
  readonly defaultValue: Json | undefined;
  /** The default as JSON, or the code of a default that depends on another field. */
  readonly shownDefault: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly recommendedMinimum: number | null;
  readonly minimumLength: number;
  readonly identifier: boolean;
  readonly epoch: boolean;
  readonly hasSingleKey: boolean;
  /** Whether the value is an array with any number of items, each like `item`. */
  readonly repeatable: boolean;
  readonly item: Field | null;
  /** The listed fields of an object. */
  readonly children: readonly Field[];
  readonly childNames: ReadonlySet<string>;
  /** How unlisted keys of an object are treated; a field if every value has its type. */
  readonly additionalProperties: 'notice' | 'silent' | Field;
}

/** The fields of a method, in the order of its arguments. */
export function fieldsOfShape(shape: ArgumentShape): readonly Field[] {
  return childrenOf(shape, []);
}

/** Returns the fields with all fields below them, the listed ones first. */
export function allFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.children), ...allFields(field.item ? [field.item] : [])]);
}

/** Returns the field at a path by argument names, or `null` if none is listed. */
export function findField(fields: readonly Field[], [first, ...rest]: JsonPath): Field | null {
  const field = fields.find(({ name }) => name === first);
  return field ? findInside(field, rest) : null;
}

function findInside(field: Field, [step, ...rest]: JsonPath): Field | null {
  if (step === undefined) return field;
  const next = typeof step === 'number' ? field.item : field.children.find(({ name }) => name === step);
  return next ? findInside(next, rest) : null;
}

function childrenOf(properties: SchemaNode['properties'], path: readonly string[]): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => {
    const node = readSchema(schema);
    return toField(node, [...path, name], !node.optional);
  });
}

function toField(node: SchemaNode, path: readonly string[], isRequired: boolean): Field {
  const { type } = node;
  const item = node.items ? toField(readSchema(node.items), [...path, '*'], true) : null;
  const children = childrenOf(node.properties, path);
  return {
    ...valueMetadata(node),
    path,
    name: path.at(-1) ?? '',
    type,
    typeCode: typeCode(node, item),
    required: isRequired || node.default !== undefined || node.computedDefault !== undefined,
    nullable: node.nullable,
    repeatable: type === 'array',
    item,
    children,
    childNames: new Set(children.map((child) => child.name)),
    additionalProperties: unlistedKeysOf(node, path),
  };
}

function valueMetadata(node: SchemaNode) {
  return {
    note: node.note ?? null,
    interpretation: node.interpretation ?? null,
    allowedValues: node.allowedValues,
    suggestedValues: node.suggestedValues ?? null,
    examples: node.examples ?? [],
    defaultValue: node.default,
    shownDefault: node.computedDefault ?? (node.default === undefined ? null : JSON.stringify(node.default)),
    minimum: node.minimum,
    maximum: node.maximum,
    recommendedMinimum: node.recommendedMinimum ?? null,
    minimumLength: node.minLength,
    identifier: node.identifier ?? false,
    epoch: node.epoch ?? false,
    hasSingleKey: node.hasSingleKey ?? false,
  };
}

function typeCode(node: SchemaNode, item: Field | null): TypeCode {
  if (node.type === 'integer') return 'whole-number';
  if (item?.hasSingleKey) return 'array-of-single-key-value-objects';
  if (item?.type === 'object') return 'array-of-objects';
  return item?.type === 'string' ? 'array-of-strings' : node.type;
}

function unlistedKeysOf(node: SchemaNode, path: readonly string[]): Field['additionalProperties'] {
  const value = node.others && readSchema(node.others);
  if (value === null) return 'notice';
  return value.type === 'any' ? 'silent' : toField(value, [...path, '*'], true);
}
