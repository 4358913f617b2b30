import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type BacktrackingOptions, type ImportedSchemas, importSchemas } from '#core/schemas/import-schemas';
import { type SchemaFile, type SchemaProblem, schemaProblem } from '#core/schemas/schema-problem';
import { createMutex } from '#core/util/mutex';
import { fail, type Result, succeed } from '#core/util/result';
import type { Scheduler } from '#core/util/scheduler';
import { type BackgroundPatterns, createBackgroundPatterns } from './background-patterns';
import type { LimitedRuleSet } from './limited-rule-sets';
import type { StartPatternThread } from './pattern-thread';
import {
  MAX_SCHEMA_SETS,
  parseSchemaSet,
  parseSchemaVersions,
  type SchemaSet,
  type SchemaVersion,
  type SchemaVersions,
  schemaSetColors,
} from './schema-set';
import { createLimitTest } from './schema-set-limit';
import type { SchemaSetStorage } from './schema-set-storage';

/** The imported versions of a set. */
export interface SchemaSetContents {
  readonly active: ImportedSchemas;
  /** A newer version that is not fully usable. The one in force stays until the user decides. */
  readonly newer: ImportedSchemas | null;
  readonly files: number;
}

export interface ListedSchemaSet extends SchemaSet {
  /** `null` until its files are imported. Files of a set that is off are imported on request. */
  readonly contents: SchemaSetContents | null;
}

/** Why a change of a set failed. */
export type SchemaSetProblem =
  | { readonly type: 'too-many-sets' }
  | { readonly type: 'name-taken' }
  | { readonly type: 'not-stored' }
  | { readonly type: 'gone' }
  | { readonly type: 'not-usable'; readonly problems: readonly SchemaProblem[] };

/** Outcome of `put`: a new set, a newer version in force, or one that is not in force yet. */
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
  put(name: string, version: SchemaVersion): Promise<Result<SchemaSetOutcome, SchemaSetProblem>>;
  change(
    id: string,
    change: Partial<Pick<SchemaSet, 'name' | 'color' | 'isOn' | 'limit'>>,
  ): Promise<Result<null, SchemaSetProblem>>;
  /** Puts the usable part of a set's newer version in force, or drops that version. */
  settleNewer(id: string, decision: 'use' | 'drop'): Promise<Result<null, SchemaSetProblem>>;
  /** Removes a set. Returns a function that restores it. */
  remove(id: string): Promise<Result<() => Promise<void>, SchemaSetProblem>>;
  /** Returns the files that are in force. */
  files(id: string): Promise<readonly SchemaFile[]>;
}

interface PanelSchemasDeps {
  readonly open: () => Promise<SchemaSetStorage>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly loadPatternThreads: () => Promise<StartPatternThread>;
  readonly scheduler: Pick<Scheduler, 'now' | 'after' | 'nextTask'>;
}

interface ImportedContents extends SchemaSetContents {
  /** Identifies the stored state that was imported. */
  readonly key: string;
}

export function createPanelSchemas({
  open,
  newId,
  now,
  loadPatternThreads,
  scheduler,
}: PanelSchemasDeps): PanelSchemas {
  const patterns = createBackgroundPatterns({ loadThreads: loadPatternThreads, scheduler });
  const sets = signal<readonly SchemaSet[]>([]);
  const contents = signal<ReadonlyMap<string, ImportedContents>>(new Map());
  const ruleSets = signal<readonly LimitedRuleSet[]>([]);
  const requestedSets = new Set<string>();
  const runExclusive = createMutex();
  let opening: Promise<SchemaSetStorage> | null = null;
  /** Problems with patterns that were ignored after the import, by imported version. */
  const ignored = new WeakMap<ImportedSchemas, Signal<readonly SchemaProblem[]>>();

  const importVersion = async (name: string, version: SchemaVersion): Promise<ImportedSchemas> => {
    const problems = signal<readonly SchemaProblem[]>([]);
    const imported = await importFiles(name, version, {
      testByBacktracking: patterns.test,
      isInBackground: true,
      // Deferred because a check may run within a computed signal, where no signal can be set.
      onPatternIgnored: (problem) =>
        queueMicrotask(() => {
          problems.value = [...problems.peek(), problem];
        }),
    });
    ignored.set(imported, problems);
    return imported;
  };
  const withIgnored = (imported: ImportedSchemas): ImportedSchemas => {
    const problems = ignored.get(imported)?.value ?? [];
    return problems.length === 0 ? imported : { ...imported, problems: joinProblems(imported.problems, problems) };
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

  const storage = (): Promise<SchemaSetStorage> => {
    opening ??= open().then(
      (opened) => {
        opened.subscribe(() => void runExclusive(read).catch(() => undefined));
        return opened;
      },
      (error) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const read = async (): Promise<void> => {
    const stored = await storage();
    const parsedSets = (await stored.sets()).flatMap((value) => parseSchemaSet(value) ?? []);
    sets.value = parsedSets.toSorted((one, other) => one.addedAt - other.addedAt);
    const imported = new Map<string, ImportedContents>();
    for (const set of sets.value) {
      const known = contents.peek().get(set.id);
      if (known?.key === keyOf(set)) imported.set(set.id, known);
      else if (set.isOn || requestedSets.has(set.id)) imported.set(set.id, await importStored(stored, set));
    }
    batch(() => {
      contents.value = imported;
      const next = ruleSetsOf(sets.value, imported, ruleSets.peek());
      if (next !== null) ruleSets.value = next;
    });
  };
  /** Caches imported contents, so that the next `read` does not import them again. */
  const cacheContents = (set: SchemaSet, imported: SchemaSetContents): void => {
    contents.value = new Map(contents.peek()).set(set.id, { ...imported, key: keyOf(set) });
  };
  const load = (): Promise<void> => runExclusive(read).catch(() => undefined);

  /** Changes the storage, then reads it. Fails if storing fails. */
  const write = async <Value>(
    work: (stored: SchemaSetStorage) => Promise<Result<Value, SchemaSetProblem>>,
  ): Promise<Result<Value, SchemaSetProblem>> => {
    try {
      return await runExclusive(async () => {
        const result = await work(await storage());
        if (result.ok) await read();
        return result;
      });
    } catch {
      return fail({ type: 'not-stored' });
    }
  };
  const find = (id: string): SchemaSet | undefined => sets.peek().find((set) => set.id === id);
  const changeVersions = (
    id: string,
    change: (versions: SchemaVersions) => SchemaVersions,
  ): Promise<Result<null, SchemaSetProblem>> =>
    write(async (stored) => {
      const set = find(id);
      const versions = parseSchemaVersions(await stored.versions(id));
      if (set === undefined || versions === null) return fail({ type: 'gone' });
      await stored.put({ ...set, revision: newId() }, change(versions));
      return succeed(null);
    });

  return {
    list: computed(() =>
      sets.value.map((set) => {
        const imported = contents.value.get(set.id);
        return {
          ...set,
          contents: imported === undefined ? null : { ...imported, active: withIgnored(imported.active) },
        };
      }),
    ),
    ruleSets,
    patterns,
    load,
    loadContents(id) {
      requestedSets.add(id);
      return load();
    },
    put: (name, version) =>
      write(async (stored) => {
        const imported = await importVersion(name, version);
        const files = version.files.length;
        const known = sets.peek().find((set) => set.name === name);
        if (known === undefined) {
          if (sets.peek().length >= MAX_SCHEMA_SETS) return fail({ type: 'too-many-sets' });
          if (imported.ruleSet === null) return fail({ type: 'not-usable', problems: imported.problems });
          const limit = { sites: [], producers: [] };
          const color = freeColor(sets.peek());
          const set = { id: newId(), name, color, isOn: true, limit, revision: newId(), addedAt: now() };
          await stored.put(set, { inForce: version, newer: null });
          cacheContents(set, { active: imported, newer: null, files });
          return succeed<SchemaSetOutcome>('added');
        }
        const before = parseSchemaVersions(await stored.versions(known.id));
        const older = before && (contents.peek().get(known.id)?.active ?? (await importVersion(name, before.inForce)));
        const set = { ...known, revision: newId() };
        if (before !== null && older !== null && isWorse(imported, older)) {
          await stored.put(set, { inForce: before.inForce, newer: version });
          cacheContents(set, { active: older, newer: imported, files: before.inForce.files.length });
          return succeed<SchemaSetOutcome>('kept');
        }
        if (imported.ruleSet === null) return fail({ type: 'not-usable', problems: imported.problems });
        await stored.put(set, { inForce: version, newer: null });
        cacheContents(set, { active: imported, newer: null, files });
        return succeed<SchemaSetOutcome>('replaced');
      }),
    change: (id, change) =>
      write(async (stored) => {
        const set = find(id);
        if (set === undefined) return fail({ type: 'gone' });
        const isTaken = sets.peek().some((other) => other.id !== id && other.name === change.name);
        if (isTaken) return fail({ type: 'name-taken' });
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
        const set = find(id);
        const versions = parseSchemaVersions(await stored.versions(id));
        if (set === undefined) return fail({ type: 'gone' });
        await stored.remove(id);
        return succeed(async () => {
          if (versions !== null) await write(async () => succeed(await stored.put(set, versions)));
        });
      }),
    async files(id) {
      const versions = await storage()
        .then((stored) => stored.versions(id))
        .catch(() => undefined);
      return parseSchemaVersions(versions)?.inForce.files ?? [];
    },
  };
}

function keyOf({ name, revision }: SchemaSet): string {
  return `${revision} ${name}`;
}

/** Joins problems. A pattern that is ignored is not also listed as checked in the background. */
function joinProblems(imported: readonly SchemaProblem[], ignored: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const patternOf = ({ file, pointer, params }: SchemaProblem) => JSON.stringify([file, pointer, params.pattern]);
  const patterns = new Set(ignored.map(patternOf));
  return [
    ...imported.filter((problem) => problem.code !== 'backgroundPattern' || !patterns.has(patternOf(problem))),
    ...ignored,
  ];
}

async function importFiles(
  name: string,
  { files, problems }: SchemaVersion,
  backtracking: BacktrackingOptions,
): Promise<ImportedSchemas> {
  try {
    const imported = await importSchemas(name, files, backtracking);
    return { ...imported, problems: [...problems, ...imported.problems] };
  } catch (error) {
    // A set that makes the importer throw must not affect the others.
    const problem = schemaProblem('notCompiled', { file: '', params: { reason: String(error) } });
    return { ruleSet: null, schemas: [], problems: [...problems, problem], listedValues: () => new Map() };
  }
}

/** Whether a newer version has unusable files that the older one did not have. */
function isWorse(newer: ImportedSchemas, older: ImportedSchemas): boolean {
  if (newer.ruleSet === null) return older.ruleSet !== null;
  const known = new Set(unusableFiles(older));
  return unusableFiles(newer).some((file) => !known.has(file));
}

function unusableFiles({ problems }: ImportedSchemas): readonly string[] {
  return problems.flatMap(({ severity, file }) => (severity === 'unusable' ? [file] : []));
}

function freeColor(sets: readonly SchemaSet[]): SchemaSet['color'] {
  const free = schemaSetColors.find((color) => sets.every((set) => set.color !== color));
  return free ?? schemaSetColors[sets.length % schemaSetColors.length] ?? 'blue';
}

function ruleSetsOf(
  sets: readonly SchemaSet[],
  contents: ReadonlyMap<string, ImportedContents>,
  before: readonly LimitedRuleSet[],
): readonly LimitedRuleSet[] | null {
  const on = sets.flatMap((set) => {
    const ruleSet = contents.get(set.id)?.active.ruleSet;
    return set.isOn && ruleSet ? [{ ruleSet, limit: set.limit }] : [];
  });
  const isSame =
    on.length === before.length &&
    on.every(({ ruleSet, limit }, index) => {
      const known = before[index];
      return known?.ruleSet === ruleSet && JSON.stringify(known.limit) === JSON.stringify(limit);
    });
  return isSame ? null : on.map((each) => ({ ...each, appliesTo: createLimitTest(each.limit) }));
}
