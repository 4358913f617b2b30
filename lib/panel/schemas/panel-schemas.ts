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

/** What the importer made of a set's files. */
export interface SchemaSetContents {
  readonly inForce: ImportedSchemas;
  /** A newer version that cannot be used as it is; the one in force stays. */
  readonly newer: ImportedSchemas | null;
  readonly files: number;
}

export interface ListedSchemaSet extends SchemaSet {
  /** `null` until its files are imported: those of a set that is off are on request. */
  readonly contents: SchemaSetContents | null;
}

/** Why a set is not as the user wants it. */
export type SchemaSetRefusal =
  | { readonly type: 'too-many-sets' }
  | { readonly type: 'name-taken' }
  | { readonly type: 'not-stored' }
  | { readonly type: 'gone' }
  | { readonly type: 'not-usable'; readonly problems: readonly SchemaProblem[] };

/** What became of files: a set that is new, one that has a newer version in force, or one whose version stays in force. */
type SchemaSetOutcome = 'added' | 'replaced' | 'kept';

/** A team's schemas, the same for all panels, in the order in which they were added. */
export interface PanelSchemas {
  readonly list: ReadonlySignal<readonly ListedSchemaSet[]>;
  /** Those that are on, and can be used. */
  readonly ruleSets: ReadonlySignal<readonly LimitedRuleSet[]>;
  /** Their patterns that cannot run in linear time. */
  readonly patterns: Pick<BackgroundPatterns, 'pendingTests' | 'onOutcomes'>;
  /** Reads the stored sets. Never rejects: without storage there are none. */
  load(): Promise<void>;
  /** Imports the files of a set that is off. */
  loadContents(id: string): Promise<void>;
  /** Adds a set that is on, or replaces the files of the one with this name. */
  put(name: string, version: SchemaVersion): Promise<Result<SchemaSetOutcome, SchemaSetRefusal>>;
  change(
    id: string,
    change: Partial<Pick<SchemaSet, 'name' | 'color' | 'isOn' | 'limit'>>,
  ): Promise<Result<null, SchemaSetRefusal>>;
  /** Puts the newer version of a set in force as far as it can be used, or drops it. */
  settleNewer(id: string, choice: 'use' | 'drop'): Promise<Result<null, SchemaSetRefusal>>;
  /** Returns a function that restores it. */
  remove(id: string): Promise<Result<() => Promise<void>, SchemaSetRefusal>>;
  /** The files that are in force. */
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
  /** Of what it was imported. */
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
  const wanted = new Set<string>();
  const runExclusive = createMutex();
  let opening: Promise<SchemaSetStorage> | null = null;
  /** Patterns that were ignored after the import. */
  const ignored = new WeakMap<ImportedSchemas, Signal<readonly SchemaProblem[]>>();

  const importVersion = async (name: string, version: SchemaVersion): Promise<ImportedSchemas> => {
    const problems = signal<readonly SchemaProblem[]>([]);
    const imported = await importFiles(name, version, {
      testByBacktracking: patterns.test,
      isInBackground: true,
      // Called during a check, which may be that of a computed signal.
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
    const inForce = versions?.inForce ?? { files: [], problems: [] };
    return {
      key: keyOf(set),
      inForce: await importVersion(set.name, inForce),
      newer: versions?.newer ? await importVersion(set.name, versions.newer) : null,
      files: inForce.files.length,
    };
  };

  const storage = (): Promise<SchemaSetStorage> => {
    opening ??= open().then(
      (opened) => {
        opened.listen(() => void runExclusive(read).catch(() => undefined));
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
    const found = (await stored.sets()).flatMap((value) => parseSchemaSet(value) ?? []);
    sets.value = found.toSorted((one, other) => one.addedAt - other.addedAt);
    const imported = new Map<string, ImportedContents>();
    for (const set of sets.value) {
      const known = contents.peek().get(set.id);
      if (known?.key === keyOf(set)) imported.set(set.id, known);
      else if (set.isOn || wanted.has(set.id)) imported.set(set.id, await importStored(stored, set));
    }
    batch(() => {
      contents.value = imported;
      const next = ruleSetsOf(sets.value, imported, ruleSets.peek());
      if (next !== null) ruleSets.value = next;
    });
  };
  /** Spares the next reading the import of what was just imported. */
  const remember = (set: SchemaSet, its: SchemaSetContents): void => {
    contents.value = new Map(contents.peek()).set(set.id, { ...its, key: keyOf(set) });
  };
  const load = (): Promise<void> => runExclusive(read).catch(() => undefined);

  /** Changes the storage, then reads it. What the storage refuses is a failure. */
  const write = async <Value>(
    work: (stored: SchemaSetStorage) => Promise<Result<Value, SchemaSetRefusal>>,
  ): Promise<Result<Value, SchemaSetRefusal>> => {
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
  ): Promise<Result<null, SchemaSetRefusal>> =>
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
        const its = contents.value.get(set.id);
        return { ...set, contents: its === undefined ? null : { ...its, inForce: withIgnored(its.inForce) } };
      }),
    ),
    ruleSets,
    patterns,
    load,
    loadContents(id) {
      wanted.add(id);
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
          remember(set, { inForce: imported, newer: null, files });
          return succeed<SchemaSetOutcome>('added');
        }
        const before = parseSchemaVersions(await stored.versions(known.id));
        const older = before && (contents.peek().get(known.id)?.inForce ?? (await importVersion(name, before.inForce)));
        const set = { ...known, revision: newId() };
        if (before !== null && older !== null && isWorse(imported, older)) {
          await stored.put(set, { inForce: before.inForce, newer: version });
          remember(set, { inForce: older, newer: imported, files: before.inForce.files.length });
          return succeed<SchemaSetOutcome>('kept');
        }
        if (imported.ruleSet === null) return fail({ type: 'not-usable', problems: imported.problems });
        await stored.put(set, { inForce: version, newer: null });
        remember(set, { inForce: imported, newer: null, files });
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
    settleNewer: (id, choice) =>
      changeVersions(id, ({ inForce, newer }) => ({
        inForce: choice === 'use' && newer !== null ? newer : inForce,
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

/** A pattern that is ignored is not checked in the background, too. */
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
    // A set that the importer cannot cope with costs the others nothing.
    const problem = schemaProblem('notCompiled', { file: '', params: { reason: String(error) } });
    return { ruleSet: null, schemas: [], problems: [...problems, problem], listedValues: () => new Map() };
  }
}

/** Whether a newer version has files that cannot be used, and the older one has not. */
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

/** The rule sets of the sets that are on; `null` if they are those before. */
function ruleSetsOf(
  sets: readonly SchemaSet[],
  contents: ReadonlyMap<string, ImportedContents>,
  before: readonly LimitedRuleSet[],
): readonly LimitedRuleSet[] | null {
  const on = sets.flatMap((set) => {
    const ruleSet = contents.get(set.id)?.inForce.ruleSet;
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
