import { type Signal, signal } from '@preact/signals-core';
import { type BacktrackingOptions, type ImportedSchemas, importSchemas } from '#core/schemas/import-schemas';
import { type SchemaProblem, schemaProblem } from '#core/schemas/schema-problem';
import type { BackgroundPatterns } from './background-patterns';
import type { SchemaVersion } from './schema-set';

/** Imports versions of schema sets, whose patterns run in the background. */
export interface SchemaImporter {
  importVersion(name: string, version: SchemaVersion): Promise<ImportedSchemas>;
  /** Adds the problems with patterns that were ignored after the import. Reads a signal. */
  withIgnoredPatterns(imported: ImportedSchemas): ImportedSchemas;
}

export function createSchemaImporter(patterns: Pick<BackgroundPatterns, 'test'>): SchemaImporter {
  const ignoredPatterns = new WeakMap<ImportedSchemas, Signal<readonly SchemaProblem[]>>();
  return {
    async importVersion(name, version) {
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
      ignoredPatterns.set(imported, problems);
      return imported;
    },
    withIgnoredPatterns(imported) {
      const problems = ignoredPatterns.get(imported)?.value ?? [];
      return problems.length === 0 ? imported : { ...imported, problems: joinProblems(imported.problems, problems) };
    },
  };
}

/** Whether a newer version has unusable files that the older one did not have. */
export function isWorse(newer: ImportedSchemas, older: ImportedSchemas): boolean {
  if (newer.ruleSet === null) return older.ruleSet !== null;
  const olderFiles = new Set(unusableFiles(older));
  return unusableFiles(newer).some((file) => !olderFiles.has(file));
}

function unusableFiles({ problems }: ImportedSchemas): readonly string[] {
  return problems.flatMap(({ severity, file }) => (severity === 'unusable' ? [file] : []));
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
