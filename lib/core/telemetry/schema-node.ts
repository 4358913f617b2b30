import type { Json } from '#core/json/json';
import * as z from '#core/util/zod';
import type { FieldMeta } from './vocabulary';

/** One level of a schema: the type of a value, its limits and its metadata. */
export interface SchemaNode extends FieldMeta {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly default?: Json | undefined;
  readonly allowedValues: readonly string[] | null;
  /** Set for a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Set for a string. */
  readonly minLength: number;
  /** The listed keys of an object. */
  readonly properties: Readonly<Record<string, z.core.$ZodType>>;
  /** Schema of the unlisted keys of an object, or `null` if there is none. */
  readonly others: z.core.$ZodType | null;
  /** Set for an array. */
  readonly items: z.core.$ZodType | null;
}

type BaseNode = Omit<SchemaNode, 'optional' | 'nullable' | 'default' | keyof FieldMeta>;

const baseNode: BaseNode = {
  type: 'any',
  allowedValues: null,
  minimum: null,
  maximum: null,
  minLength: 0,
  properties: {},
  others: null,
  items: null,
};

/**
 * Reads one level of a schema. Throws for an unsupported type or check, which is a bug.
 * `z.toJSONSchema` does the same, but would add much code to each page. A test compares the two.
 */
export function readSchema(schema: z.core.$ZodType): SchemaNode {
  const { inner, isOptional, isNullable, meta, defaultValue } = unwrap(schema);
  return {
    ...readInner(inner),
    ...meta,
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    optional: isOptional,
    nullable: isNullable,
  };
}

/** Schema of a default. Defaults are part of this repository, and are always JSON. */
const anyJson = z.custom<Json>((value) => value !== undefined);

/**
 * Unwraps `.nullish()` and `.default()`.
 * The metadata of the outer schema overrides that of the inner one.
 */
function unwrap(schema: z.core.$ZodType) {
  let inner = schema;
  let isOptional = false;
  let isNullable = false;
  let defaultValue: Json | undefined;
  let meta = z.globalRegistry.get(inner) ?? {};
  for (;;) {
    if (inner instanceof z.core.$ZodOptional) isOptional = true;
    else if (inner instanceof z.core.$ZodNullable) isNullable = true;
    else if (inner instanceof z.core.$ZodDefault) {
      isOptional = true;
      defaultValue ??= anyJson.parse(inner._zod.def.defaultValue);
    } else return { inner, isOptional, isNullable, meta, defaultValue };
    inner = inner._zod.def.innerType;
    meta = { ...z.globalRegistry.get(inner), ...meta };
  }
}

function readInner(schema: z.core.$ZodType): BaseNode {
  const { isInteger, ...limits } = readLimits(schema);
  if (schema instanceof z.core.$ZodString) return { ...baseNode, ...limits, type: 'string' };
  if (schema instanceof z.core.$ZodNumber) return { ...baseNode, ...limits, type: isInteger ? 'integer' : 'number' };
  if (schema instanceof z.core.$ZodEnum)
    return { ...baseNode, type: 'string', allowedValues: Object.values(schema._zod.def.entries).map(String) };
  if (schema instanceof z.core.$ZodBoolean) return { ...baseNode, type: 'boolean' };
  if (schema instanceof z.core.$ZodArray) return { ...baseNode, type: 'array', items: schema._zod.def.element };
  if (schema instanceof z.core.$ZodObject) {
    return { ...baseNode, type: 'object', properties: schema._zod.def.shape, others: schema._zod.def.catchall ?? null };
  }
  if (schema instanceof z.core.$ZodRecord) return { ...baseNode, type: 'object', others: schema._zod.def.valueType };
  if (schema instanceof z.core.$ZodCustom || schema instanceof z.core.$ZodUnknown) return baseNode;
  throw new Error(`A definition uses the type ${schema._zod.def.type}, which the fields do not know.`);
}

interface Limits extends Pick<BaseNode, 'minimum' | 'maximum' | 'minLength'> {
  readonly isInteger: boolean;
}

function readLimits(schema: z.core.$ZodType): Limits {
  const ownCheck = schema instanceof z.core.$ZodCheck ? [schema] : [];
  return [...ownCheck, ...(schema._zod.def.checks ?? [])].reduce(withCheck, {
    isInteger: false,
    minimum: null,
    maximum: null,
    minLength: 0,
  });
}

function withCheck(limits: Limits, check: z.core.$ZodCheck<never>): Limits {
  if (check instanceof z.core.$ZodCheckNumberFormat && check._zod.def.format === 'safeint') {
    return { ...limits, isInteger: true };
  }
  if (check instanceof z.core.$ZodCheckGreaterThan && check._zod.def.inclusive) {
    return { ...limits, minimum: Number(check._zod.def.value) };
  }
  if (check instanceof z.core.$ZodCheckLessThan && check._zod.def.inclusive) {
    return { ...limits, maximum: Number(check._zod.def.value) };
  }
  if (check instanceof z.core.$ZodCheckMinLength) return { ...limits, minLength: check._zod.def.minimum };
  if (check._zod.def.check === 'custom') return limits;
  throw new Error(`A definition has a check without an implementation: ${check._zod.def.check}.`);
}
