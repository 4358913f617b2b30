import { z } from '../zod';
import type { ArgumentShape } from './definition';

const limit = z.number().optional();
const words = z.array(z.string()).optional();

/** The part of JSON Schema that the definitions need, and what they say of a field beyond it (`FieldFacts`). */
const facts = {
  description: z.string().optional(),
  default: z.json().optional(),
  reading: z.string().optional(),
  identifier: z.boolean().optional(),
  usualMinimum: limit,
  usualChoices: words,
  examples: words,
  defaultText: z.string().optional(),
  onePair: z.boolean().optional(),
};

// Strict: a keyword that the fields do not know would be a rule that nobody checks.
const node = z.strictObject({
  ...facts,
  $schema: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: words,
  minimum: limit,
  maximum: limit,
  minLength: limit,
  properties: z.record(z.string(), z.unknown()).optional(),
  required: words,
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
});

const optionalNode = z.strictObject({
  ...facts,
  $schema: z.string().optional(),
  anyOf: z.tuple([z.looseObject({}), z.strictObject({ type: z.literal('null') })]),
});

export type SchemaNode = Omit<z.infer<typeof node>, 'type'> & { readonly type: string; readonly nullable: boolean };

/** One node of a JSON Schema, with "or null" taken out of it. Throws on a keyword that is not known: a bug. */
export function readNode(json: unknown): SchemaNode {
  const optional = optionalNode.safeParse(json);
  if (!optional.success) return withoutNull(node.parse(json));
  const { anyOf, ...outer } = optional.data;
  return { ...withoutNull(node.parse({ ...anyOf[0], ...outer })), nullable: true };
}

function withoutNull(parsed: z.infer<typeof node>): SchemaNode {
  const types = [parsed.type ?? 'any'].flat();
  const [type = 'any', second] = types.filter((name) => name !== 'null');
  if (second !== undefined) throw new Error(`A definition allows ${type} or ${second}; a field has one type.`);
  return { ...parsed, type, nullable: types.includes('null') };
}

/** The arguments of a method as JSON Schema; a value without a type (`Json`) becomes an empty schema. */
export function schemaOf(shape: ArgumentShape): unknown {
  return z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' });
}
