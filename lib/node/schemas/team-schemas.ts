import type { RuleSet } from '#core/telemetry/findings';
import { appendItems } from '#core/util/lists';
import { fail, type Result, succeed } from '#core/util/result';
import { problemLines } from './schema-problem-lines';
import type { SchemaDeps, SchemaSet } from './schema-sets';
import { findNameConflict, type SchemaSource } from './schema-source';

/** The imported schemas of a run. */
export interface TeamSchemas {
  /** The files of the schemas, for worker threads, which import the schemas again. */
  readonly sets: readonly SchemaSet[];
  readonly ruleSets: readonly RuleSet[];
  /** Warnings about schemas that cannot be used. */
  readonly notes: readonly string[];
}

/** Imports the schemas of a run. Fails with a sentence if a set cannot be used at all. */
export async function loadTeamSchemas(
  sources: readonly SchemaSource[],
  deps: SchemaDeps,
): Promise<Result<TeamSchemas, string>> {
  if (sources.length === 0) return succeed({ sets: [], ruleSets: [], notes: [] });
  const conflict = findNameConflict(sources);
  if (conflict !== null) return fail(conflict);
  const { importSchemaSet, readSchemaSet } = await loadSchemaCode();
  const sets: SchemaSet[] = [];
  const ruleSets: RuleSet[] = [];
  const notes: string[] = [];
  for (const source of sources) {
    const set = await readSchemaSet(source, deps);
    if (!set.ok) return set;
    const { ruleSet, problems } = await importSchemaSet(set.value, deps);
    const lines = problemLines(problems.filter(({ severity }) => severity !== 'notice'));
    if (ruleSet === null) return fail([`No schema in ${source.path} can be used.`, ...lines].join('\n'));
    sets.push(set.value);
    ruleSets.push(ruleSet);
    appendItems(notes, lines);
  }
  return succeed({ sets, ruleSets, notes });
}

/** Imports schemas again in a worker thread. Returns their rule sets. */
export async function importTeamSchemas(
  sets: readonly SchemaSet[],
  deps: Pick<SchemaDeps, 'backtracking'>,
): Promise<readonly RuleSet[]> {
  if (sets.length === 0) return [];
  const { importSchemaSet } = await loadSchemaCode();
  const schemas = await Promise.all(sets.map((set) => importSchemaSet(set, deps)));
  return schemas.flatMap(({ ruleSet }) => (ruleSet === null ? [] : [ruleSet]));
}

/** Imports on demand, because most runs have no schemas, and the import would take 10 % of a short run. */
function loadSchemaCode() {
  return import('./schema-sets');
}
