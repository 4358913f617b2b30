import type { Navigation } from '#core/journey/record';
import type { LongValues } from '#core/journey/values/long-values';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { type CaptureStorage, parseCaptureMetadata, readCapture, type StoredCapture } from './stored-capture';

/** A list entry of a capture of another tab, or of another run of the browser. */
export interface EarlierCapture {
  readonly key: string;
  readonly url: string;
  readonly events: number;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
}

export interface StoredCaptures {
  /** All captures but this panel's, newest first. Captures without events are omitted. */
  list(): Promise<readonly EarlierCapture[]>;
  /** Reads a capture. Returns `null` if it was deleted meanwhile, or cannot be read. */
  read(key: string): Promise<(Pick<StoredCapture, 'records'> & { readonly navigations: readonly Navigation[] }) | null>;
  /** Reads the long values of a row of a capture. */
  values(key: string, row: number): Promise<LongValues | null>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Creates access to all stored captures but `ownKey`, which the panel continues. */
export function createStoredCaptures(storage: CaptureStorage, ownKey: string): StoredCaptures {
  const readMetadata = async () => (await storage.metadata()).flatMap((value) => parseCaptureMetadata(value) ?? []);
  return {
    async list() {
      const others = (await readMetadata()).filter(({ key, events }) => key !== ownKey && events > 0);
      const entries = others.map(({ key, url, events, updatedAt }) => ({ key, url, events, updatedAt }));
      return entries.toSorted((one, other) => other.updatedAt - one.updatedAt);
    },
    async read(key) {
      const metadata = (await readMetadata()).find((each) => each.key === key);
      if (metadata === undefined) return null;
      const capture = await readCapture(storage, metadata);
      return capture && { records: capture.records, navigations: metadata.navigations };
    },
    values: async (key, row) => readLongValues(await storage.values(key, row)),
    remove: (keys) => storage.remove(keys),
  };
}
