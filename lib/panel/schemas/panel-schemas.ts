import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ImportedSchemas } from '#core/schemas/import-schemas';
import type { SchemaFile } from '#core/schemas/schema-problem';
import { fail, type Result, succeed } from '#core/util/result';
import type { Scheduler } from '#core/util/scheduler';
import { type BackgroundPatterns, createBackgroundPatterns } from './background-patterns';
import type { LimitedRuleSet } from './limited-rule-sets';
import { createLoadedSchemaSets, type SchemaSetContents } from './loaded-schema-sets';
import type { StartPatternThread } from './pattern-thread';
import { createSchemaImporter, isWorse } from './schema-importer';
import {
  MAX_SCHEMA_SETS,
  parseSchemaVersions,
  type SchemaSet,
  type SchemaSetFailure,
  type SchemaVersion,
  type SchemaVersions,
  schemaSetColors,
} from './schema-set';
import type { SchemaSetStorage } from './schema-set-storage';

export interface ListedSchemaSet extends SchemaSet {
  /** `null` until its files are imported. Files of a set that is off are imported on request. */
  readonly contents: SchemaSetContents | null;
}

/** Outcome of `put`. After `kept`, the older version stays in force until the user decides about the newer one. */
type SchemaSetOutcome = 'added' | 'replaced' | 'kept';

/** A team's schemas, shared by all panels, in the order in which they were added. */
export interface PanelSchemas {
  readonly list: ReadonlySignal<readonly ListedSchemaSet[]>;
  /** The rule sets of the sets that are on and usable. */
  readonly ruleSets: ReadonlySignal<readonly LimitedRuleSet[]>;
  /** Patterns of the sets that cannot run in linear time. */
  readonly patterns: Pick<BackgroundPatterns, 'pendingTests' | 'onOutcomes'>;
  /** Reads the stored sets. Never rejects: without storage there are none. */
  load(): Promise<void>;
  /** Imports the files of a set that is off. */
  loadContents(id: string): Promise<void>;
  /** Adds a set, which is on, or replaces the files of the set with this name. */
  put(name: string, version: SchemaVersion): Promise<Result<SchemaSetOutcome, SchemaSetFailure>>;
  change(
    id: string,
    change: Partial<Pick<SchemaSet, 'name' | 'color' | 'isOn' | 'limit'>>,
  ): Promise<Result<null, SchemaSetFailure>>;
  /** Puts the usable part of a set's newer version in force, or drops that version. */
  settleNewer(id: string, decision: 'use' | 'drop'): Promise<Result<null, SchemaSetFailure>>;
  /** Removes a set. Returns a function that restores it. */
  remove(id: string): Promise<Result<() => Promise<void>, SchemaSetFailure>>;
  /** Returns the files that are in force. */
  files(id: string): Promise<readonly SchemaFile[]>;
}

interface PanelSchemasDeps {
  readonly open: () => Promise<SchemaSetStorage>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly loadPatternThreads: () => Promise<StartPatternThread>;
  readonly scheduler: Pick<Scheduler, 'now' | 'setTimer' | 'nextTask'>;
}

export function createPanelSchemas({
  open,
  newId,
  now,
  loadPatternThreads,
  scheduler,
}: PanelSchemasDeps): PanelSchemas {
  const patterns = createBackgroundPatterns({ loadThreads: loadPatternThreads, scheduler });
  const importer = createSchemaImporter(patterns);
  const { sets, contents, ruleSets, load, loadContents, write, cacheContents, readVersions } = createLoadedSchemaSets(
    open,
    importer,
  );
  const findSet = (id: string): SchemaSet | undefined => sets.peek().find((set) => set.id === id);

  const add = async (
    stored: SchemaSetStorage,
    name: string,
    version: SchemaVersion,
    imported: ImportedSchemas,
  ): Promise<Result<SchemaSetOutcome, SchemaSetFailure>> => {
    if (sets.peek().length >= MAX_SCHEMA_SETS) return fail({ code: 'too-many-sets' });
    if (imported.ruleSet === null) return fail({ code: 'not-usable', problems: imported.problems });
    const limit = { sites: [], producers: [] };
    const color = freeColor(sets.peek());
    const set = { id: newId(), name, color, isOn: true, limit, revision: newId(), addedAt: now() };
    await stored.put(set, { inForce: version, newer: null });
    cacheContents(set, { active: imported, newer: null, files: version.files.length });
    return succeed('added');
  };
  const replace = async (
    stored: SchemaSetStorage,
    replaced: SchemaSet,
    version: SchemaVersion,
    imported: ImportedSchemas,
  ): Promise<Result<SchemaSetOutcome, SchemaSetFailure>> => {
    const previous = parseSchemaVersions(await stored.versions(replaced.id));
    const set = { ...replaced, revision: newId() };
    if (previous !== null) {
      const active = contents.peek().get(set.id)?.active ?? (await importer.importVersion(set.name, previous.inForce));
      if (isWorse(imported, active)) {
        await stored.put(set, { inForce: previous.inForce, newer: version });
        cacheContents(set, { active, newer: imported, files: previous.inForce.files.length });
        return succeed('kept');
      }
    }
    if (imported.ruleSet === null) return fail({ code: 'not-usable', problems: imported.problems });
    await stored.put(set, { inForce: version, newer: null });
    cacheContents(set, { active: imported, newer: null, files: version.files.length });
    return succeed('replaced');
  };
  const changeVersions = (
    id: string,
    change: (versions: SchemaVersions) => SchemaVersions,
  ): Promise<Result<null, SchemaSetFailure>> =>
    write(async (stored) => {
      const set = findSet(id);
      const versions = parseSchemaVersions(await stored.versions(id));
      if (set === undefined || versions === null) return fail({ code: 'gone' });
      await stored.put({ ...set, revision: newId() }, change(versions));
      return succeed(null);
    });

  return {
    list: computed(() =>
      sets.value.map((set) => {
        const imported = contents.value.get(set.id);
        return {
          ...set,
          contents:
            imported === undefined ? null : { ...imported, active: importer.withIgnoredPatterns(imported.active) },
        };
      }),
    ),
    ruleSets,
    patterns,
    load,
    loadContents,
    put: (name, version) =>
      write(async (stored) => {
        const imported = await importer.importVersion(name, version);
        const replaced = sets.peek().find((set) => set.name === name);
        return replaced === undefined
          ? add(stored, name, version, imported)
          : replace(stored, replaced, version, imported);
      }),
    change: (id, change) =>
      write(async (stored) => {
        const set = findSet(id);
        if (set === undefined) return fail({ code: 'gone' });
        const isTaken = sets.peek().some((other) => other.id !== id && other.name === change.name);
        if (isTaken) return fail({ code: 'name-taken' });
        await stored.put({ ...set, ...change });
        return succeed(null);
      }),
    settleNewer: (id, decision) =>
      changeVersions(id, ({ inForce, newer }) => ({
        inForce: decision === 'use' && newer !== null ? newer : inForce,
        newer: null,
      })),
    remove: (id) =>
      write(async (stored) => {
        const set = findSet(id);
        const versions = parseSchemaVersions(await stored.versions(id));
        if (set === undefined) return fail({ code: 'gone' });
        await stored.remove(id);
        return succeed(async () => {
          if (versions !== null) await write(async () => succeed(await stored.put(set, versions)));
        });
      }),
    files: async (id) => (await readVersions(id))?.inForce.files ?? [],
  };
}

function freeColor(sets: readonly SchemaSet[]): SchemaSet['color'] {
  const free = schemaSetColors.find((color) => sets.every((set) => set.color !== color));
  return free ?? schemaSetColors[sets.length % schemaSetColors.length] ?? 'blue';
}
