import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import type { Change } from '../record';
import { truncationSchema } from '../record-shape';
import type { LongValues } from './long-values';

const longValuesSchema = z.object({
  args: z.nullable(z.custom<readonly Json[]>(isJsonArray)),
  argTruncations: z.array(truncationSchema),
  event: z.custom<Json>((value) => value !== undefined),
  eventTruncations: z.array(truncationSchema),
  carriedEvents: z.custom<JsonObject>(isJsonObject),
  responses: z.record(z.string(), z.string()),
  changes: z.custom<readonly Change[]>(isJsonArray),
});

/** Parses stored values. Returns `null` if they are damaged. */
export function readLongValues(value: unknown): LongValues | null {
  return longValuesSchema.safeParse(value).data ?? null;
}
