import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { ImportedSchemas } from '#core/schemas/import-schemas';
import { createMutex } from '#core/util/mutex';
import { fail, type Result } from '#core/util/result';
import type { LimitedRuleSet } from './limited-rule-sets';
import type { SchemaImporter } from './schema-importer';
import {
  parseSchemaSet,
  parseSchemaVersions,
  type SchemaSet,
  type SchemaSetFailure,
  type SchemaVersions,
} from './schema-set';
import { createLimitTest } from './schema-set-limit';
import type { SchemaSetStorage } from './schema-set-storage';

/** The imported versions of a set. */
export interface SchemaSetContents {
  readonly active: ImportedSchemas;
  /** A newer version that is not fully usable. The active version stays until the user decides. */
  readonly newer: ImportedSchemas | null;
  readonly files: number;
}

/** The stored sets, with the imported contents of those that are on or requested. */
export interface LoadedSchemaSets {
  readonly sets: ReadonlySignal<readonly SchemaSet[]>;
  readonly contents: ReadonlySignal<ReadonlyMap<string, SchemaSetContents>>;
  /** The rule sets of the sets that are on and usable. */
  readonly ruleSets: ReadonlySignal<readonly LimitedRuleSet[]>;
  /** Reads the stored sets. Never rejects: without storage there are none. */
  load(): Promise<void>;
  /** Imports the files of a set that is off. */
  loadContents(id: string): Promise<void>;
  /** Changes the storage, then reads it. Fails if storing fails. */
  write<Value>(
    work: (stored: SchemaSetStorage) => Promise<Result<Value, SchemaSetFailure>>,
  ): Promise<Result<Value, SchemaSetFailure>>;
  /** Caches imported contents within `write`, so that they are not imported again. */
  cacheContents(set: SchemaSet, imported: SchemaSetContents): void;
  /** Reads the stored versions of a set. Returns `null` if there are none. Never rejects. */
  readVersions(id: string): Promise<SchemaVersions | null>;
}

interface ImportedContents extends SchemaSetContents {
  /** Identifies the stored state that was imported. */
  readonly key: string;
}

export function createLoadedSchemaSets(
  open: () => Promise<SchemaSetStorage>,
  { importVersion }: SchemaImporter,
): LoadedSchemaSets {
  const sets = signal<readonly SchemaSet[]>([]);
  const contents = signal<ReadonlyMap<string, ImportedContents>>(new Map());
  const ruleSets = signal<readonly LimitedRuleSet[]>([]);
  const requestedSets = new Set<string>();
  const runExclusive = createMutex();
  let opening: Promise<SchemaSetStorage> | null = null;

  const openStorage = (): Promise<SchemaSetStorage> => {
    opening ??= open().then(
      (opened) => {
        opened.subscribe(() => void load());
        return opened;
      },
      (error) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const importStored = async (stored: SchemaSetStorage, set: SchemaSet): Promise<ImportedContents> => {
    const versions = parseSchemaVersions(await stored.versions(set.id));
    const active = versions?.inForce ?? { files: [], problems: [] };
    return {
      key: keyOf(set),
      active: await importVersion(set.name, active),
      newer: versions?.newer ? await importVersion(set.name, versions.newer) : null,
      files: active.files.length,
    };
  };
  const read = async (): Promise<void> => {
    const stored = await openStorage();
    const parsedSets = (await stored.sets()).flatMap((value) => parseSchemaSet(value) ?? []);
    sets.value = parsedSets.toSorted((one, other) => one.addedAt - other.addedAt);
    const imported = new Map<string, ImportedContents>();
    for (const set of sets.value) {
      const cached = contents.peek().get(set.id);
      if (cached?.key === keyOf(set)) imported.set(set.id, cached);
      else if (set.isOn || requestedSets.has(set.id)) imported.set(set.id, await importStored(stored, set));
    }
    batch(() => {
      contents.value = imported;
      const next = ruleSetsOf(sets.value, imported);
      if (!areSameRuleSets(next, ruleSets.peek()))
        ruleSets.value = next.map((each) => ({ ...each, appliesTo: createLimitTest(each.limit) }));
    });
  };
  const load = (): Promise<void> => runExclusive(read).catch(() => undefined);

  return {
    sets,
    contents,
    ruleSets,
    load,
    loadContents(id) {
      requestedSets.add(id);
      return load();
    },
    async write(work) {
      try {
        return await runExclusive(async () => {
          const result = await work(await openStorage());
          if (result.ok) await read();
          return result;
        });
      } catch {
        return fail({ code: 'not-stored' });
      }
    },
    cacheContents(set, imported) {
      contents.value = new Map(contents.peek()).set(set.id, { ...imported, key: keyOf(set) });
    },
    async readVersions(id) {
      const versions = await openStorage()
        .then((stored) => stored.versions(id))
        .catch(() => undefined);
      return parseSchemaVersions(versions);
    },
  };
}

function keyOf({ name, revision }: SchemaSet): string {
  return `${revision} ${name}`;
}

type RuleSetWithLimit = Pick<LimitedRuleSet, 'ruleSet' | 'limit'>;

function ruleSetsOf(
  sets: readonly SchemaSet[],
  contents: ReadonlyMap<string, SchemaSetContents>,
): readonly RuleSetWithLimit[] {
  return sets.flatMap(({ id, isOn, limit }) => {
    const ruleSet = contents.get(id)?.active.ruleSet;
    return isOn && ruleSet ? [{ ruleSet, limit }] : [];
  });
}

function areSameRuleSets(ruleSets: readonly RuleSetWithLimit[], others: readonly RuleSetWithLimit[]): boolean {
  return (
    ruleSets.length === others.length &&
    ruleSets.every(({ ruleSet, limit }, index) => {
      const other = others[index];
      return other?.ruleSet === ruleSet && JSON.stringify(other.limit) === JSON.stringify(limit);
    })
  );
}
