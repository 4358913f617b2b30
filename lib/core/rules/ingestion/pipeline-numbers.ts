import * as z from '#core/util/zod';

/** The numbers of a pipeline that a site may have changed. Sizes are in bytes, windows in milliseconds. */
export interface PipelineLimits {
  /** Limit above which the collector rejects a body. */
  readonly maxBatchBytes: number;
  /** Limit above which the extractor drops an event. */
  readonly maxEventBytes: number;
  /** Time for which a `mid` is stored to detect duplicates. */
  readonly duplicateWindowMs: number;
  /** Time for which the `msgid` of a batch is stored to detect duplicates. */
  readonly duplicateBatchWindowMs: number;
  /** Age in months from which an event is dropped; `null` for none. */
  readonly maxAgeMonths: number | null;
}

/** Limits of a pipeline that differ from its defaults. */
export type PipelineOverrides = Partial<PipelineLimits>;

const count = z.int().check(z.minimum(1));

/** Parses {@link PipelineOverrides}. */
export const pipelineOverridesSchema = z.strictObject({
  maxBatchBytes: z.exactOptional(count),
  maxEventBytes: z.exactOptional(count),
  duplicateWindowMs: z.exactOptional(count),
  duplicateBatchWindowMs: z.exactOptional(count),
  maxAgeMonths: z.exactOptional(z.nullable(count)),
} satisfies Readonly<Record<keyof PipelineLimits, z.ZodMiniType>>);

/** Names of {@link PipelineLimits}, in the order in which they are shown. */
export const pipelineLimitNames = Object.keys(pipelineOverridesSchema.def.shape) as readonly (keyof PipelineLimits)[];

/** An amount of data for a sentence. */
export type DataSize = {
  readonly amount: number;
  /** A symbol of IEC 80000-13, the same in all languages. */
  readonly unit: 'B' | 'KiB' | 'MiB';
};

/** Converts bytes to the largest unit of which there is at least one, rounded to three digits. */
export function toDataSize(bytes: number): DataSize {
  const amountIn = (unitBytes: number) => Number((bytes / unitBytes).toPrecision(3));
  if (bytes >= 1024 ** 2) return { amount: amountIn(1024 ** 2), unit: 'MiB' };
  if (bytes >= 1024) return { amount: amountIn(1024), unit: 'KiB' };
  return { amount: amountIn(1), unit: 'B' };
}
