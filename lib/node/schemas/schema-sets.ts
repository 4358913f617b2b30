import { join } from 'node:path';
import { type BacktrackingOptions, type ImportedSchemas, importSchemas } from '#core/schemas/import-schemas';
import { decodeSchema, readSchemaBytes } from '#core/schemas/schema-archive';
import {
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_FILES,
  type SchemaFile,
  type SchemaProblem,
  schemaProblem,
  tooLargeProblem,
  tooManyFilesProblem,
} from '#core/schemas/schema-problem';
import { fail, type Result, succeed } from '#core/util/result';
import { fileFailure } from '../cli/read-failure';
import type { SchemaSource } from './schema-source';

/** A set of schemas whose files were read, as plain data that can be posted to a worker thread. */
export interface SchemaSet extends SchemaSource {
  /** The files. Their paths include the folder or the archive. */
  readonly files: readonly SchemaFile[];
  /** Problems of reading the files, before the import. */
  readonly problems: readonly SchemaProblem[];
}

/** Functions of the process for reading schemas. */
export interface SchemaDeps {
  /**
   * Reads a file.
   * Rejects with an error of the file system, or with a `RangeError` if the file is too large.
   */
  readonly readBytes: (file: string, maxBytes: number) => Promise<Uint8Array>;
  /**
   * Returns the relative paths of `.json` files in a folder and its subfolders, sorted by name.
   * Returns `null` if the path isn't a folder.
   */
  readonly findSchemaFiles: (folder: string) => Promise<readonly string[] | null>;
  /** Runs patterns that need backtracking. If unset, such patterns are ignored. */
  readonly backtracking?: BacktrackingOptions;
}

/** Reads the files of a set. Fails with a sentence if the path cannot be read. */
export async function readSchemaSet(source: SchemaSource, deps: SchemaDeps): Promise<Result<SchemaSet, string>> {
  const { path } = source;
  try {
    const files = await deps.findSchemaFiles(path);
    if (files !== null) return succeed({ ...source, ...(await readFiles(path, files, deps)) });
    const bytes = await deps.readBytes(path, MAX_SCHEMA_CHARS);
    return succeed({ ...source, ...readSchemaBytes(path, bytes, join) });
  } catch (error) {
    if (error instanceof RangeError)
      return fail(`${path} is larger than ${MAX_SCHEMA_CHARS / 1_000_000} MB, the limit for schemas.`);
    const hint = path.includes('=') ? ' In NAME=PATH, the name must be in lower case with hyphens.' : '';
    return fail(`Couldn't read ${path}: ${fileFailure(error)}.${hint}`);
  }
}

async function readFiles(
  folder: string,
  names: readonly string[],
  deps: SchemaDeps,
): Promise<Pick<SchemaSet, 'files' | 'problems'>> {
  const files: SchemaFile[] = [];
  const problems: SchemaProblem[] = [];
  if (names.length > MAX_SCHEMA_FILES) problems.push(tooManyFilesProblem(names.length, folder));
  let remainingBytes = MAX_SCHEMA_CHARS;
  for (const name of names.slice(0, MAX_SCHEMA_FILES)) {
    const path = join(folder, name);
    try {
      const bytes = await deps.readBytes(path, remainingBytes);
      remainingBytes -= bytes.length;
      files.push({ path, text: decodeSchema(bytes) });
    } catch (error) {
      if (error instanceof RangeError) {
        problems.push(tooLargeProblem(path));
        break;
      }
      problems.push(schemaProblem('notReadable', { file: path, params: { reason: fileFailure(error) } }));
    }
  }
  return { files, problems };
}

/** Imports a set that was read. The problems include those of reading. */
export async function importSchemaSet(
  { name, files, problems }: SchemaSet,
  { backtracking }: Pick<SchemaDeps, 'backtracking'>,
): Promise<ImportedSchemas> {
  const schemas = await importSchemas(name, files, backtracking);
  return { ...schemas, problems: [...problems, ...schemas.problems] };
}
