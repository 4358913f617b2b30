import { rejectedBodySchema } from '#core/telemetry/body/rejected-body';
import { type EventKind, isEventKind } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import {
  type FrameRef,
  GENERATIONS,
  LONG_VALUE_LOCATIONS,
  LOSS_REASONS,
  type SdkRef,
  type TelemetryRecord,
  TRUNCATION_REASONS,
  type Truncation,
} from './record';

/** The schema of a frame. All objects are loose, so that fields of later versions of a format are preserved. */
export const frameRefSchema = z.looseObject({ frameId: z.int(), url: z.string() }) satisfies z.ZodMiniType<FrameRef>;

/** The schema of the SDK of a stored record. */
export const sdkRefSchema = z.looseObject({
  global: z.string(),
  generation: z.enum(GENERATIONS),
}) satisfies z.ZodMiniType<SdkRef>;

export const truncationSchema = z.looseObject({
  path: z.array(z.union([z.string(), z.number()])),
  reason: z.enum(TRUNCATION_REASONS),
}) satisfies z.ZodMiniType<Truncation>;

/**
 * The shape of a record that every reader checks.
 * `call`, `event` and the lists have separate schemas.
 */
export const recordShape = {
  row: z.int().check(z.positive()),
  kind: z.custom<EventKind | null>((value) => value === null || (typeof value === 'string' && isEventKind(value))),
  name: z.string(),
  at: z.number(),
  frame: frameRefSchema,
  documentKey: z.string(),
  sdk: z.nullable(sdkRefSchema),
  firedBy: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('page') }),
    z.looseObject({ type: z.literal('panel'), requestId: z.string() }),
  ]),
  omitted: z.exactOptional(z.looseObject({ requests: z.int(), retries: z.int(), messages: z.int() })),
  longValues: z.exactOptional(z.enum(LONG_VALUE_LOCATIONS)),
  sender: z.exactOptional(
    z.looseObject({
      run: z.exactOptional(z.string()),
      address: z.string(),
      page: z.string(),
      userAgent: z.string(),
      stamped: z.looseObject({
        did: z.exactOptional(z.string()),
        channel: z.exactOptional(z.string()),
        pid: z.exactOptional(z.string()),
      }),
    }),
  ),
  rejected: z.exactOptional(rejectedBodySchema),
  lost: z.boolean(),
  unobserved: z.exactOptional(z.literal(true)),
  lossReason: z.exactOptional(z.enum(LOSS_REASONS)),
} satisfies { readonly [Field in keyof TelemetryRecord]?: z.ZodMiniType<TelemetryRecord[Field]> };

/** A schema for each field. The type ensures that no field is missing. */
export type RecordShape = { readonly [Field in keyof Required<TelemetryRecord>]: z.ZodMiniType };
