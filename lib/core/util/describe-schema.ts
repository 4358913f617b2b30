import * as z from './zod';

/** Returns a copy of the schema with a description, and with more that is to be known of it. */
export function describeField<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  facts: z.core.GlobalMeta = {},
): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(schema), ...facts, description });
  return copy;
}
