import type { SchemaSet, SchemaVersions } from './schema-set';

/** The storage of the sets of all panels. Rejects if the browser's database is corrupt or full. */
export interface SchemaSetStorage {
  /** Reads all sets, without their files. */
  sets(): Promise<readonly unknown[]>;
  /** Reads the versions of a set's files. */
  versions(id: string): Promise<unknown>;
  /** Adds or replaces a set. Without versions, its files stay unchanged. */
  put(set: SchemaSet, versions?: SchemaVersions): Promise<void>;
  remove(id: string): Promise<void>;
  /** Calls back when another panel has changed a set. */
  subscribe(onChange: () => void): void;
}

/** Creates a storage in memory, for panels without a database. */
export function createMemorySchemaSets(): SchemaSetStorage {
  const sets = new Map<string, SchemaSet>();
  const versions = new Map<string, SchemaVersions>();
  return {
    sets: async () => [...sets.values()],
    versions: async (id) => versions.get(id),
    async put(set, files) {
      sets.set(set.id, set);
      if (files !== undefined) versions.set(set.id, files);
    },
    async remove(id) {
      sets.delete(id);
      versions.delete(id);
    },
    subscribe: () => undefined,
  };
}
