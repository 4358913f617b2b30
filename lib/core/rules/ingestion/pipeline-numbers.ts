import * as z from '#core/util/zod';

/** The numbers of a pipeline that a site may have changed. Sizes are in bytes, windows in milliseconds. */
export interface PipelineNumbers {
  /** The collector refuses a larger body. */
  readonly maxBatchBytes: number;
  /** The extractor drops a larger event. */
  readonly maxEventBytes: number;
  /** For how long a `mid` is remembered. */
  readonly duplicateWindowMs: number;
  /** For how long the `msgid` of a batch is remembered. */
  readonly duplicateBatchWindowMs: number;
  /** Age in months from which an event is dropped; `null` for none. */
  readonly maxAgeMonths: number | null;
}

/** Those that a site has changed. */
export type ChangedPipelineNumbers = Partial<PipelineNumbers>;

const count = z.int().check(z.minimum(1));

/** Parses {@link ChangedPipelineNumbers}. */
export const pipelineNumbersSchema = z.strictObject({
  maxBatchBytes: z.exactOptional(count),
  maxEventBytes: z.exactOptional(count),
  duplicateWindowMs: z.exactOptional(count),
  duplicateBatchWindowMs: z.exactOptional(count),
  maxAgeMonths: z.exactOptional(z.nullable(count)),
} satisfies Readonly<Record<keyof PipelineNumbers, z.ZodMiniType>>);

/** Names of {@link PipelineNumbers}, in the order in which they are shown. */
export const pipelineNumberNames = Object.keys(pipelineNumbersSchema.def.shape) as readonly (keyof PipelineNumbers)[];

/** An amount of data as a sentence names it. */
export type DataSize = {
  readonly amount: number;
  /** A symbol of IEC 80000-13, the same in all languages. */
  readonly unit: 'B' | 'KiB' | 'MiB';
};

/** Returns bytes in the largest unit of which they are one at least, rounded: a site may have set any number. */
export function toDataSize(bytes: number): DataSize {
  const [size, unit] =
    bytes >= 1024 ** 2 ? ([1024 ** 2, 'MiB'] as const) : bytes >= 1024 ? ([1024, 'KiB'] as const) : ([1, 'B'] as const);
  return { amount: Number((bytes / size).toPrecision(3)), unit };
}
