import { expect, it } from 'vitest';
import { catalog } from '#core/telemetry/catalog';
import { eventKinds } from '#core/telemetry/kinds';
import { readSchema } from '#core/telemetry/schema-node';
import * as z from '#core/util/zod';

const number = z.optional(z.number());
const strings = z.optional(z.array(z.string()));
const annotations = {
  description: z.optional(z.string()),
  default: z.optional(z.json()),
  note: z.optional(z.string()),
  interpretation: z.optional(z.string()),
  identifier: z.optional(z.boolean()),
  recommendedMinimum: number,
  suggestedValues: strings,
  examples: strings,
  computedDefault: z.optional(z.string()),
  epoch: z.optional(z.boolean()),
  hasSingleKey: z.optional(z.boolean()),
};
// An unknown keyword must fail, because it is a rule that the fields do not show and no check implements.
const jsonSchema = z.strictObject({
  ...annotations,
  $schema: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.tuple([z.string(), z.literal('null')])])),
  enum: strings,
  minimum: number,
  maximum: number,
  minLength: number,
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: strings,
  additionalProperties: z.optional(z.unknown()),
  propertyNames: z.optional(z.unknown()),
  items: z.optional(z.unknown()),
});
const nullableSchema = z.strictObject({
  ...annotations,
  anyOf: z.tuple([z.looseObject({}), z.strictObject({ type: z.literal('null') })]),
});

/** Returns all rules of a schema and of its inner schemas, as `readSchema` returns them. */
function describeSchema(schema: z.core.$ZodType): unknown {
  const { properties, others, items, ...node } = readSchema(schema);
  return {
    ...node,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, describeSchema(property)]),
    ),
    others: others && describeSchema(others),
    items: items && describeSchema(items),
  };
}

/** Returns the same rules from the JSON Schema that zod generates. */
function describeJsonSchema(json: unknown, isOptional = false): unknown {
  const nullable = nullableSchema.safeParse(json);
  if (nullable.success) {
    const { anyOf, ...outer } = nullable.data;
    return { ...objectOf(describeJsonSchema({ ...anyOf[0], ...outer }, isOptional)), nullable: true };
  }
  const { $schema: _, type, enum: allowedValues, minimum, maximum, minLength, ...rest } = jsonSchema.parse(json);
  const { properties, required, additionalProperties, propertyNames: _names, items, ...presentAnnotations } = rest;
  const children = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    describeJsonSchema(property, !required?.includes(name)),
  ]);
  return {
    ...presentAnnotations,
    type: [type ?? 'any'].flat()[0],
    optional: isOptional,
    nullable: Array.isArray(type),
    allowedValues: allowedValues ?? null,
    minimum: toSpecifiedBound(minimum),
    maximum: toSpecifiedBound(maximum),
    minLength: minLength ?? 0,
    properties: Object.fromEntries(children),
    others: additionalProperties === undefined ? null : describeJsonSchema(additionalProperties),
    items: items === undefined ? null : describeJsonSchema(items),
  };
}

/** Omits the largest safe integer, with which zod bounds each integer. The specification has no such bound. */
function toSpecifiedBound(bound: number | undefined): number | null {
  return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound;
}

function objectOf(value: unknown): object {
  return z.looseObject({}).parse(value);
}

it.each(eventKinds)('readSchema describes the arguments of %s exactly as JSON Schema does', (kind) => {
  const schema = z.object(catalog[kind].arguments);
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  expect(describeSchema(schema)).toEqual(describeJsonSchema(json));
});

it('readSchema throws on a type that form fields do not support', () => {
  expect(() => readSchema(z.date())).toThrow('A definition uses the type date');
  expect(() => readSchema(z.nullish(z.union([z.string(), z.number()])))).toThrow('union');
});

it.each([
  ['a pattern', z.string().check(z.regex(/a/))],
  ['a format', z.email()],
  ['an upper bound of the length', z.nullish(z.string().check(z.maxLength(3)))],
  ['an open bound', z.number().check(z.gt(0))],
  ['a divisor', z.number().check(z.multipleOf(2))],
])('readSchema throws on %s, as no check implements it', (_name, schema) => {
  expect(() => readSchema(schema)).toThrow('A definition has a check without an implementation');
});

it('readSchema reads bounds and lengths', () => {
  expect(readSchema(z.nullish(z.int().check(z.minimum(1), z.maximum(5))))).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 5,
  });
  expect(readSchema(z.string().check(z.minLength(2)))).toMatchObject({
    type: 'string',
    minLength: 2,
    optional: false,
  });
});
