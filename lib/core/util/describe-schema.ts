import * as z from './zod';

/** Returns a copy of the schema with a description and further metadata. */
export function describeField<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  meta: z.core.GlobalMeta = {},
): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(schema), ...meta, description });
  return copy;
}
