import type {
  Change,
  Navigation,
  ObservedCall,
  ObservedEvent,
  ObservedRecord,
  ObservedRequest,
  ObservedSecret,
  TelemetryRecord,
} from '#core/journey/record';
import { type RecordShape, recordShape, sdkRefSchema } from '#core/journey/record-shape';
import type { LongValues } from '#core/journey/values/long-values';
import { isJsonArray, isJsonObject } from '#core/json/json';
import * as z from '#core/util/zod';
import type { Progress } from '#core/wire/observed-documents';

/** Incremented whenever the stored format changes. A capture of another format is not read. */
const FORMAT = 3;

/** The stored data of a capture besides its records. */
export interface CaptureMetadata {
  readonly key: string;
  /** Name of the run of the browser. Firefox reuses tab ids in each run. */
  readonly browserSession: string;
  /** Epoch milliseconds of the last write. */
  readonly updatedAt: number;
  /** URL of the last page, and the number of events, for the list of captures. */
  readonly url: string;
  readonly events: number;
  readonly progress: Progress;
  readonly navigations: readonly Navigation[];
  /**
   * The last row that was cleared, or 0.
   * Its records may still be stored, because the panel can undo the clearing. New rows are greater.
   */
  readonly clearedThrough: number;
}

export interface StoredCapture {
  readonly metadata: CaptureMetadata;
  /** In the order of their rows. */
  readonly records: readonly TelemetryRecord[];
}

/** Commits the records that were put before. */
export interface CaptureWrite {
  readonly metadata: CaptureMetadata & { readonly format: number };
  /** The last row that was removed since the previous write, or `null`. */
  readonly removeThrough: number | null;
}

/** The storage of captures. Rejects if the browser's database is corrupt or full. */
export interface CaptureStorage {
  metadata(): Promise<readonly unknown[]>;
  /** In the order of their rows. */
  records(key: string): Promise<readonly unknown[]>;
  /**
   * Adds records, which count only after the next `write`: records and progress are committed together.
   * Starts at once, like `write`, so that it is safe while a panel closes.
   */
  put(key: string, records: readonly ObservedRecord[]): Promise<void>;
  write(write: CaptureWrite): Promise<void>;
  /**
   * Stores the long values of a row, and replaces earlier ones.
   * They are deleted with their row, and need no `write`: the row's record contains whether it has any.
   */
  putValues(key: string, row: number, values: LongValues): Promise<void>;
  /** Reads the stored long values of a row. Returns `undefined` if there are none. */
  values(key: string, row: number): Promise<unknown>;
  remove(keys: readonly string[]): Promise<void>;
  /** Deletes a capture that another one replaces, except the long values of these rows. */
  removeAllBut(key: string, valuesOfRows: ReadonlySet<number>): Promise<void>;
}

export function createCaptureWrite(metadata: CaptureMetadata, removeThrough: number | null): CaptureWrite {
  return { metadata: { ...metadata, format: FORMAT }, removeThrough };
}

const isNullOrObject = (value: unknown): boolean => value === null || isJsonObject(value);
/**
 * The parts that are read when a record is joined and listed.
 * Their contents were checked when they were captured.
 */
const recordSchema = z.object({
  ...recordShape,
  call: z.custom<ObservedCall | null>(isNullOrObject),
  event: z.custom<ObservedEvent | null>(isNullOrObject),
  requests: z.custom<readonly ObservedRequest[]>(isJsonArray),
  changes: z.custom<readonly Change[]>(isJsonArray),
  secrets: z.exactOptional(z.custom<readonly ObservedSecret[]>(isJsonArray)),
} satisfies RecordShape);

type NumberedSdk = Progress[string]['sdks'][number];

const isNumberedSdk = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isSafeInteger(value[0]) &&
  sdkRefSchema.safeParse(value[1]).success;

const metadataSchema = z.object({
  format: z.literal(FORMAT),
  key: z.string(),
  browserSession: z.string(),
  updatedAt: z.number(),
  url: z.catch(z.string(), ''),
  events: z.catch(z.int(), 0),
  progress: z.record(z.string(), z.object({ readUpTo: z.int(), sdks: z.array(z.custom<NumberedSdk>(isNumberedSdk)) })),
  navigations: z.custom<readonly Navigation[]>(isJsonArray),
  clearedThrough: z.catch(z.int(), 0),
});

/** Parses stored metadata. Returns `null` if they are damaged, or of another format. */
export function parseCaptureMetadata(value: unknown): CaptureMetadata | null {
  const parsed = metadataSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Parses stored records. Returns `null` if one of them is damaged. */
export function readRecords(values: readonly unknown[]): readonly TelemetryRecord[] | null {
  const parsed = z.array(recordSchema).safeParse(values);
  return parsed.success ? parsed.data : null;
}

/** Reads the records of a capture that were not cleared. Returns `null` if one of them is damaged. */
export async function readCapture(storage: CaptureStorage, metadata: CaptureMetadata): Promise<StoredCapture | null> {
  const records = readRecords(await storage.records(metadata.key));
  return records && { metadata, records: records.filter(({ row }) => row > metadata.clearedThrough) };
}

/** Returns the key of a capture, even if the rest is damaged. */
export function keyOf(value: unknown): string | null {
  return isJsonObject(value) && typeof value.key === 'string' ? value.key : null;
}
