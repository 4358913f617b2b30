import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { readJsonFile } from '#core/json/json-values';
import { parseFilterText } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';
import { type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { draftOfUri, guessDraft, type SchemaDraft, withoutFragment } from './schema-dialects';
import { isKeyword } from './schema-keywords';
import { type SchemaFile, type SchemaProblem, schemaProblem } from './schema-problem';

/**
 * A schema in a file.
 * The schema is the whole file, the `data_schema` of an Obsrv dataset, or an entry of a container.
 */
export interface SchemaDocument {
  readonly file: string;
  /** JSON pointer of the schema in the file. */
  readonly pointer: string;
  readonly root: Json;
  /** `null` if neither `$schema` nor the used keywords determine the draft. */
  readonly draft: SchemaDraft | null;
  /** The `$schema` of a custom dialect, which must be a schema of the set; else `null`. */
  readonly dialect: string | null;
  /** Filter for the events of the schema; `null` if its file name or its `eid` determines them. */
  readonly match: string | null;
  /** Whether the schema is for all events. */
  readonly isForAll: boolean;
}

/** The schemas of a file, or its problems. */
export interface FileContents {
  readonly documents: readonly SchemaDocument[];
  readonly problems: readonly SchemaProblem[];
}

/** Reads the schemas of a file. Never throws: reports problems instead. */
export function readSchemaDocuments({ path, text }: SchemaFile): FileContents {
  const read = readJsonFile(withoutByteOrderMark(text));
  if (!read.ok) {
    const { line, column, message } = read.failure;
    return failed(schemaProblem('notJson', { file: path, params: { line, column }, detail: message }));
  }
  return readValue(path, read.value);
}

function readValue(file: string, json: Json): FileContents {
  const entries = containerEntries(json);
  if (entries !== null) return readContainer(file, entries);
  const dataset = datasetSchema(json);
  if (dataset !== null) return toFileContents(file, dataset.pointer, dataset.schema, { isForAll: true });
  return toFileContents(file, '', json, {});
}

function toFileContents(
  file: string,
  pointer: string,
  root: Json,
  { match = null, isForAll = false }: { readonly match?: string | null; readonly isForAll?: boolean },
): FileContents {
  if (!isSchema(root)) return failed(schemaProblem('notASchema', { file, pointer }));
  const schemaUri = isJsonObject(root) ? root.$schema : undefined;
  if (schemaUri !== undefined && typeof schemaUri !== 'string')
    return failed(schemaProblem('notASchema', { file, pointer }));
  const draft = schemaUri === undefined ? guessDraft(root) : draftOfUri(schemaUri);
  const dialect =
    schemaUri === undefined || draft !== null || isAnyDraft(schemaUri) ? null : withoutFragment(schemaUri);
  return {
    documents: [
      { file, pointer, root, draft: draft ?? (dialect === null ? guessDraft(root) : null), dialect, match, isForAll },
    ],
    problems: [],
  };
}

/** Whether a URI is `http://json-schema.org/schema#`, which means the newest draft. */
function isAnyDraft(uri: string): boolean {
  return /^https?:\/\/json-schema\.org\/schema$/.test(withoutFragment(uri));
}

/** Whether a value looks like a schema. */
function isSchema(value: Json): boolean {
  if (typeof value === 'boolean') return true;
  return isJsonObject(value) && (Object.keys(value).length === 0 || Object.keys(value).some(isSchemaKeyword));
}

/** Whether a name shows that a value is a schema. Files of packages have `dependencies`, too. */
function isSchemaKeyword(name: string): boolean {
  return isKeyword(name) && name !== 'dependencies';
}

interface ContainerEntry {
  readonly pointer: string;
  readonly value: JsonObject;
}

/**
 * Returns the entries `{match, schema}` of a container, which is an entry, a list, or an object with a list in
 * `schemas`.
 * `null` for other JSON.
 */
function containerEntries(json: Json): readonly ContainerEntry[] | null {
  if (isEntry(json)) return [{ pointer: '', value: json }];
  const list = isJsonObject(json) ? (json.schemas ?? null) : json;
  if (!isJsonArray(list) || !list.some(isEntry)) return null;
  const prefix = isJsonArray(json) ? '' : '/schemas';
  return list.map((value, index) => ({
    pointer: `${prefix}/${index}`,
    value: isJsonObject(value) ? value : {},
  }));
}

function isEntry(json: Json): json is JsonObject {
  return isJsonObject(json) && Object.hasOwn(json, 'match') && Object.hasOwn(json, 'schema');
}

function readContainer(file: string, entries: readonly ContainerEntry[]): FileContents {
  const contents = entries.map(({ pointer, value }): FileContents => {
    if (!isEntry(value)) return failed(schemaProblem('notASchema', { file, pointer }));
    const match = readMatch(value.match ?? null);
    if (match.ok) return toFileContents(file, `${pointer}/schema`, value.schema ?? null, { match: match.value });
    return failed(schemaProblem('invalidMatch', { file, pointer: `${pointer}/match`, detail: match.failure }));
  });
  return {
    documents: contents.flatMap(({ documents }) => documents),
    problems: contents.flatMap(({ problems }) => problems),
  };
}

function readMatch(match: Json): Result<string, MessageText> {
  if (typeof match !== 'string') return fail(message('schemas.problem.matchNotText'));
  const query = parseFilterText(match);
  if (!query.ok) return fail(query.failure.message);
  const term = findJourneyTerm(query.value);
  return term === null ? succeed(match) : fail(message('schemas.problem.matchNeedsJourney', { term: term.text }));
}

/**
 * Returns the `data_schema` of an Obsrv dataset, or `null`.
 * The dataset may be wrapped in an API request or response.
 */
function datasetSchema(json: Json): { readonly pointer: string; readonly schema: Json } | null {
  if (!isJsonObject(json)) return null;
  for (const holder of ['', 'request', 'result', 'data'] as const) {
    const dataset = holder === '' ? json : json[holder];
    const schema = isJsonObject(dataset) ? dataset.data_schema : undefined;
    if (isJsonObject(schema)) return { pointer: `${holder === '' ? '' : `/${holder}`}/data_schema`, schema };
  }
  return null;
}

function failed(problem: SchemaProblem): FileContents {
  return { documents: [], problems: [problem] };
}
