import { isJsonArray, isJsonObject } from '#core/json/json';
import { isSchemaPath, readSchemaBytes } from '#core/schemas/schema-archive';
import { readSchemaDocuments, type SchemaDocument } from '#core/schemas/schema-documents';
import {
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_FILES,
  type SchemaFile,
  type SchemaProblem,
  schemaProblem,
  tooLargeProblem,
  tooManyFilesProblem,
} from '#core/schemas/schema-problem';
import { proposeSchemaSetName } from '#core/schemas/schema-set-name';
import { appendItems } from '#core/util/append-items';
import type { SchemaVersion } from '#panel/schemas/schema-set';

/** A file that was dropped or picked. */
interface PickedFile {
  /** The path, with its folders. */
  readonly path: string;
  readonly file: File;
}

/** The files that were dropped or picked as one set. */
export interface PickedSchemas {
  /** The name of the file or folder, if there is one. */
  readonly source: string | null;
  readonly files: readonly PickedFile[];
}

/** Maximum number of files that are listed from folders: enough to report that there are too many. */
const MAX_LISTED_FILES = 100_000;

/** Lists files that were picked individually. */
export function pickedFromFiles(files: readonly File[]): PickedSchemas {
  const [only] = files;
  const source = files.length === 1 && only !== undefined ? only.name : null;
  return { source, files: files.map((file) => ({ path: file.name, file })) };
}

/** Lists the files of a picked folder. */
export function pickedFromFolder(files: readonly File[]): PickedSchemas {
  const picked = files.map((file) => ({ path: file.webkitRelativePath, file }));
  return { source: picked[0]?.path.split('/')[0] ?? null, files: picked.filter(({ path }) => isSchemaPath(path)) };
}

/** Lists dropped files, also those of folders. */
export async function pickedFromEntries(entries: readonly FileSystemEntry[]): Promise<PickedSchemas> {
  const files: PickedFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push({ path: entry.name, file: await readFileEntry(entry) });
    else if (isFolder(entry)) await listFolder(entry, `${entry.name}/`, files);
  }
  const [only] = entries;
  return { source: entries.length === 1 && only !== undefined ? only.name : null, files };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function readFileEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function listFolder(folder: FileSystemDirectoryEntry, path: string, files: PickedFile[]): Promise<void> {
  const reader = folder.createReader();
  while (files.length < MAX_LISTED_FILES) {
    // A reader returns some entries per call, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      const name = `${path}${entry.name}`;
      if (isFolder(entry)) await listFolder(entry, `${name}/`, files);
      else if (isFile(entry) && isSchemaPath(name)) files.push({ path: name, file: await readFileEntry(entry) });
    }
  }
}

/** Suggests a name for a set from its file or folder. */
export function proposedNameOf({ source }: PickedSchemas): string {
  return proposeSchemaSetName(source ?? '');
}

/** Reads the files of a set, and those in its archives, up to the maximum of a set. */
export async function readPickedSchemas({ files: picked }: PickedSchemas): Promise<SchemaVersion> {
  const files: SchemaFile[] = [];
  const problems: SchemaProblem[] = [];
  if (picked.length > MAX_SCHEMA_FILES) problems.push(tooManyFilesProblem(picked.length));
  const sorted = picked.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  let remainingChars = MAX_SCHEMA_CHARS;
  for (const { path, file } of sorted.slice(0, MAX_SCHEMA_FILES)) {
    if (file.size > remainingChars) {
      problems.push(tooLargeProblem(path));
      break;
    }
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) {
      problems.push(schemaProblem('notReadable', { file: path }));
      continue;
    }
    const read = readSchemaBytes(path, new Uint8Array(bytes));
    remainingChars -= read.files.reduce((chars, { text }) => chars + text.length, 0);
    appendItems(files, read.files);
    appendItems(problems, read.problems);
  }
  return { files, problems };
}

/** Whether one of the files looks like a schema, so the dropped files are not a capture. */
export function lookLikeSchemas({ files }: SchemaVersion): boolean {
  return files.some((file) => readSchemaDocuments(file).documents.some(looksLikeSchema));
}

function looksLikeSchema({ root, match, isForAll }: SchemaDocument): boolean {
  if (match !== null || isForAll) return true;
  if (!isJsonObject(root)) return false;
  const hasPart = ['properties', 'definitions', '$defs'].some((name) => isJsonObject(root[name] ?? null));
  return typeof root.$schema === 'string' || hasPart || isJsonArray(root.allOf ?? null);
}
