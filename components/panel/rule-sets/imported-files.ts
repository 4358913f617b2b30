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
import { appendItems } from '#core/util/lists';
import type { SchemaVersion } from '#panel/schemas/schema-set';

/** A file that was dropped or picked. */
interface PickedFile {
  /** The path, with its folders. */
  readonly path: string;
  /** Null if a dropped file or folder can't be read. */
  readonly file: File | null;
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
export function listPickedFiles(files: readonly File[]): PickedSchemas {
  const [only] = files;
  const source = files.length === 1 && only !== undefined ? only.name : null;
  return { source, files: files.map((file) => ({ path: file.name, file })) };
}

/** Lists the files of a picked folder. */
export function listPickedFolder(files: readonly File[]): PickedSchemas {
  const picked = files.map((file) => ({ path: file.webkitRelativePath, file }));
  return { source: picked[0]?.path.split('/')[0] ?? null, files: picked.filter(({ path }) => isSchemaPath(path)) };
}

/** Lists dropped files, also those of folders. */
export async function listDroppedEntries(entries: readonly FileSystemEntry[]): Promise<PickedSchemas> {
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

function readFileEntry(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}

async function listFolder(folder: FileSystemDirectoryEntry, path: string, files: PickedFile[]): Promise<void> {
  const reader = folder.createReader();
  while (files.length < MAX_LISTED_FILES) {
    // A reader returns some entries per call, and none at the end.
    const entries = await new Promise<FileSystemEntry[] | null>((resolve) =>
      reader.readEntries(resolve, () => resolve(null)),
    );
    if (entries === null) files.push({ path, file: null });
    if (entries === null || entries.length === 0) return;
    for (const entry of entries) {
      const name = `${path}${entry.name}`;
      if (isFolder(entry)) await listFolder(entry, `${name}/`, files);
      else if (isFile(entry) && isSchemaPath(name)) files.push({ path: name, file: await readFileEntry(entry) });
    }
  }
}

/** Proposes a name for a set from its file or folder. */
export function proposeName({ source }: PickedSchemas): string {
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
    if (file !== null && file.size > remainingChars) {
      problems.push(tooLargeProblem(path));
      break;
    }
    const bytes = await file?.arrayBuffer().catch(() => null);
    if (!bytes) {
      problems.push(schemaProblem('notReadable', { file: path }));
      continue;
    }
    const version = readSchemaBytes(path, new Uint8Array(bytes));
    remainingChars -= version.files.reduce((chars, { text }) => chars + text.length, 0);
    appendItems(files, version.files);
    appendItems(problems, version.problems);
  }
  return { files, problems };
}

/** Whether one of the files looks like a schema. Otherwise dropped files are opened as captures. */
export function hasLikelySchema({ files }: SchemaVersion): boolean {
  return files.some((file) => readSchemaDocuments(file).documents.some(isLikelySchema));
}

function isLikelySchema({ root, match, isForAll }: SchemaDocument): boolean {
  if (match !== null || isForAll) return true;
  if (!isJsonObject(root)) return false;
  const hasPart = ['properties', 'definitions', '$defs'].some((name) => isJsonObject(root[name] ?? null));
  return typeof root.$schema === 'string' || hasPart || isJsonArray(root.allOf ?? null);
}
