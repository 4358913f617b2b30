import { recordOfSubject } from '#core/formats/item-record';
import { isJsonObject, type Json, stringAt } from '#core/json/json';
import type { TestByBacktracking } from '#core/patterns/pattern';
import { toFilterMatcher } from '#core/query/filter-text';
import { toJudgedRecord } from '#core/stream/judge';
import type { Finding, RuleSet } from '#core/telemetry/findings';
import { appendItems } from '#core/util/lists';
import { thrownText } from '#core/util/thrown-text';
import type { FindInvalidPart, SchemaCheck, SchemaEngine } from './engine/schema-engine';
import { decodeFragment } from './json-pointer';
import { findListedValues, type ListedValues } from './listed-values';
import { type SchemaDraft, withoutFragment } from './schema-dialects';
import { readSchemaDocuments, type SchemaDocument } from './schema-documents';
import { convertFailures, type SchemaNaming, type SchemaSetId, uncheckedFinding } from './schema-findings';
import {
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_FILES,
  MAX_SCHEMA_PROBLEMS,
  type SchemaFile,
  type SchemaProblem,
  schemaProblem,
  tooLargeProblem,
  tooManyFilesProblem,
} from './schema-problem';
import { type LinkedDocument, type LinkedSchemas, linkSchemas } from './schema-references';
import { findTargets, type SchemaTarget, type TargetedSchema } from './schema-targets';

/** A schema that validates events. */
export interface ImportedSchema {
  readonly file: string;
  /** JSON pointer of the schema in the file. */
  readonly pointer: string;
  readonly draft: SchemaDraft;
  readonly target: SchemaTarget;
}

/** The result of importing the files of a set. */
export interface ImportedSchemas {
  /** Has no findings for calls, nor for events without a schema. `null` if no schema can be used. */
  readonly ruleSet: RuleSet | null;
  readonly schemas: readonly ImportedSchema[];
  readonly problems: readonly SchemaProblem[];
  /** Returns the listed values of fields in the schemas for an `eid` and in those for all events. */
  readonly listedValues: (eid: string) => ListedValues;
}

/** How a host runs patterns without a linear test. */
export interface BacktrackingOptions {
  readonly testByBacktracking: TestByBacktracking;
  /** Whether outcomes are asynchronous. If so, the import reports the patterns. */
  readonly isInBackground?: boolean;
  /** Called once per keyword during a check when its pattern is ignored from then on. */
  readonly onPatternIgnored: (problem: SchemaProblem) => void;
}

interface UsableSchema extends TargetedSchema {
  readonly check: SchemaCheck;
}

/**
 * Imports a team's JSON Schemas as the rule set `schema:NAME`.
 * Never rejects: reports unusable parts as problems and uses the rest. The first call loads the library.
 *
 * @param backtracking if absent, patterns without a linear test are ignored.
 */
export async function importSchemas(
  name: string,
  files: readonly SchemaFile[],
  backtracking?: BacktrackingOptions,
): Promise<ImportedSchemas> {
  const problems: SchemaProblem[] = [];
  const documents = readDocuments(files, problems);
  const { SchemaEngine, findInvalidPart, isMetaSchema } = await import('./engine/schema-engine');
  const defaultDraft = documents.find(({ draft }) => draft !== null)?.draft ?? 'draft-07';
  const linked = linkSchemas(
    await withoutInvalidDocuments(documents, defaultDraft, findInvalidPart, problems),
    defaultDraft,
    isMetaSchema,
  );
  appendItems(problems, linked.problems);
  const targets = findTargets(linked);
  appendItems(problems, targets.problems);
  const usable = await compileSchemas(
    targets.schemas,
    linked,
    createEngine(linked, SchemaEngine, problems, backtracking),
    problems,
  );
  if (usable.length === 0) problems.push(schemaProblem('noSchemas', { file: '' }));
  const id: SchemaSetId = `schema:${name}`;
  return {
    ruleSet: usable.length === 0 ? null : createRuleSet(usable, { ruleSet: id, fileOf: linked.fileOf }),
    schemas: usable.map(({ linked: { document, draft }, target }) => {
      return { file: document.file, pointer: document.pointer, draft, target };
    }),
    problems: withoutRepeats(problems).slice(0, MAX_SCHEMA_PROBLEMS),
    listedValues: createListLookup(usable, linked.targetOf),
  };
}

/** Creates a lookup of lists by `eid`. Cached, because a form uses it with each key press. */
function createListLookup(
  schemas: readonly UsableSchema[],
  targetOf: LinkedSchemas['targetOf'],
): ImportedSchemas['listedValues'] {
  const listsByEid = new Map<string, ListedValues>();
  const isFor = ({ target }: UsableSchema, eid: string): boolean =>
    target.type === 'all' || (target.type === 'eid' && target.eids.includes(eid));
  const find = (eid: string): ListedValues =>
    new Map(
      schemas.flatMap((schema) => (isFor(schema, eid) ? [...findListedValues(schema.linked.root, targetOf)] : [])),
    );
  return (eid) => {
    const lists = listsByEid.get(eid) ?? find(eid);
    listsByEid.set(eid, lists);
    return lists;
  };
}

function readDocuments(files: readonly SchemaFile[], problems: SchemaProblem[]): readonly SchemaDocument[] {
  if (files.length > MAX_SCHEMA_FILES) problems.push(tooManyFilesProblem(files.length));
  const documents: SchemaDocument[] = [];
  let chars = 0;
  for (const file of files.slice(0, MAX_SCHEMA_FILES)) {
    chars += file.text.length;
    if (chars > MAX_SCHEMA_CHARS) {
      problems.push(tooLargeProblem(file.path));
      break;
    }
    // Node.js joins paths by backslashes on Windows, and some tools write them into zip files.
    const contents = readSchemaDocuments({ ...file, path: file.path.replaceAll('\\', '/') });
    appendItems(documents, contents.documents);
    appendItems(problems, contents.problems);
  }
  return documents;
}

/** Removes documents that are invalid by their draft, for which the library would throw or misbehave. */
async function withoutInvalidDocuments(
  documents: readonly SchemaDocument[],
  defaultDraft: SchemaDraft,
  findInvalidPart: FindInvalidPart,
  problems: SchemaProblem[],
): Promise<readonly SchemaDocument[]> {
  const valid: SchemaDocument[] = [];
  const dialects = new Set(documents.map(({ root }) => withoutFragment(stringAt(root, ['$id']) ?? '')));
  for (const document of documents) {
    const { file, pointer, root } = document;
    if (document.dialect !== null && !dialects.has(document.dialect)) {
      problems.push(schemaProblem('unknownDialect', { file, pointer, params: { uri: document.dialect } }));
      continue;
    }
    const invalidPart = await findInvalidPart(root, document.draft ?? defaultDraft, document.dialect);
    if (invalidPart === null) valid.push(document);
    else problems.push(schemaProblem('invalidSchema', { file, pointer: pointer + invalidPart }));
  }
  return valid;
}

function createEngine(
  { fileOf }: LinkedSchemas,
  Engine: typeof SchemaEngine,
  problems: SchemaProblem[],
  backtracking: BacktrackingOptions | undefined,
): SchemaEngine {
  const ignored = new Set<string>();
  return new Engine({
    testByBacktracking: backtracking?.testByBacktracking ?? null,
    isInBackground: backtracking?.isInBackground ?? false,
    onPatternProblem(code, location, pattern) {
      const key = `${location} ${pattern}`;
      if (ignored.has(key)) return;
      const fragmentStart = location.indexOf('#');
      const { file, pointer } = fileOf(location.slice(0, fragmentStart));
      const innerPointer = decodeFragment(location.slice(fragmentStart + 1));
      const place = { file, pointer: pointer + innerPointer, params: { pattern } };
      if (backtracking === undefined || code === 'invalidPattern' || code === 'backgroundPattern') {
        problems.push(schemaProblem(code, place));
        return;
      }
      // The import has ended already, so the callback reports the problem.
      ignored.add(key);
      backtracking.onPatternIgnored(schemaProblem(code, place));
    },
  });
}

async function compileSchemas(
  targets: readonly TargetedSchema[],
  { documents }: LinkedSchemas,
  engine: SchemaEngine,
  problems: SchemaProblem[],
): Promise<readonly UsableSchema[]> {
  const failed = new Set<LinkedDocument>();
  const attempt = async (linked: LinkedDocument, run: () => unknown): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      const { file, pointer } = linked.document;
      const [reason = ''] = thrownText(error).split('\n');
      problems.push(schemaProblem('notCompiled', { file, pointer, params: { reason } }));
      return false;
    }
  };
  // Meta-schemas of the set must be registered before the schemas that use them.
  for (const linked of documents.toSorted(
    (one, other) => Number(definesDialect(other)) - Number(definesDialect(one)),
  )) {
    if (!(await attempt(linked, () => engine.add(linked)))) failed.add(linked);
  }
  const usable: UsableSchema[] = [];
  for (const { linked, target } of targets) {
    if (failed.has(linked)) continue;
    await attempt(linked, async () => {
      usable.push({ linked, target, check: await engine.compile(linked) });
    });
  }
  return usable;
}

function definesDialect({ root }: LinkedDocument): boolean {
  return isJsonObject(root) && Object.hasOwn(root, '$vocabulary');
}

function createRuleSet(schemas: readonly UsableSchema[], naming: SchemaNaming): RuleSet {
  const byEid = new Map<string, UsableSchema>();
  for (const schema of schemas) {
    if (schema.target.type === 'eid') for (const eid of schema.target.eids) byEid.set(eid, schema);
  }
  const forAll = schemas.filter(({ target }) => target.type === 'all');
  const matched = schemas.flatMap((schema) => {
    const matches = schema.target.type === 'match' ? toFilterMatcher(schema.target.match) : null;
    return matches === null ? [] : [{ schema, matches }];
  });
  const schemasFor = (event: Json): readonly UsableSchema[] => {
    const eid = stringAt(event, ['eid']) ?? '';
    // The pipeline finds a file by its name in lower case.
    const eidSchema = byEid.get(eid) ?? byEid.get(eid.toUpperCase());
    const schemas = eidSchema === undefined ? forAll : [eidSchema, ...forAll];
    if (matched.length === 0) return schemas;
    const record = toJudgedRecord(recordOfSubject({ type: 'event', json: event }, 1), []);
    return [...schemas, ...matched.flatMap(({ schema, matches }) => (matches(record) ? [schema] : []))];
  };
  return {
    id: naming.ruleSet,
    scope: 'events',
    isFor: (event) => schemasFor(event).length > 0,
    check(subject) {
      if (subject.type === 'call') return [];
      const findings: Finding[] = [];
      for (const { check, linked } of schemasFor(subject.json)) {
        const failures = check(subject.json);
        if (failures === null) findings.push(uncheckedFinding(linked.document.file, naming.ruleSet));
        else if (failures.length > 0) appendItems(findings, convertFailures(failures, subject.json, naming));
      }
      return findings;
    },
  };
}

function withoutRepeats(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  return [
    ...new Map(
      problems.map((problem) => [
        `${problem.code} ${problem.file} ${problem.pointer} ${problem.params.pattern ?? ''}`,
        problem,
      ]),
    ).values(),
  ];
}
