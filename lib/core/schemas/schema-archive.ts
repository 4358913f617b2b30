import { detectByteFormat, SIGNATURE_BYTES } from '#core/formats/read/byte-signature';
import { listZipEntries } from '#core/formats/read/zip-entries';
import {
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_FILES,
  type SchemaFile,
  type SchemaProblem,
  schemaProblem,
  tooLargeProblem,
  tooManyFilesProblem,
} from './schema-problem';

/** The schema files of an archive, and its problems. */
export interface SchemaArchive {
  readonly files: readonly SchemaFile[];
  readonly problems: readonly SchemaProblem[];
}

/** Whether bytes begin like a zip file. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** Decodes a file in UTF-8, or in UTF-16, as PowerShell writes it. */
export function decodeSchema(bytes: Uint8Array): string {
  const format = detectByteFormat(bytes.subarray(0, SIGNATURE_BYTES));
  return new TextDecoder(format === 'utf-16le' || format === 'utf-16be' ? format : 'utf-8').decode(bytes);
}

/**
 * Unpacks the `.json` files of a zip file.
 * An entry is never larger than its header declares, and all entries together never exceed the limit.
 */
function readSchemaArchive(zip: Uint8Array): SchemaArchive {
  const problems: SchemaProblem[] = [];
  const texts = new Map<string, string>();
  let unpackedBytes = 0;
  try {
    const entries = listZipEntries(zip).filter(({ name }) => isSchemaPath(name));
    if (entries.length > MAX_SCHEMA_FILES) problems.push(tooManyFilesProblem(entries.length));
    for (const { name, size, read } of entries.slice(0, MAX_SCHEMA_FILES)) {
      unpackedBytes += size;
      if (unpackedBytes > MAX_SCHEMA_CHARS) {
        problems.push(tooLargeProblem(name));
        break;
      }
      texts.set(name, decodeSchema(read()));
    }
    const files = [...texts].map(([path, text]) => ({ path, text }));
    return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), problems };
  } catch {
    return { files: [], problems: [schemaProblem('damagedArchive', { file: '' })] };
  }
}

/**
 * Reads a text file, or a zip file. The path of a zip file is prefixed to the paths of its files.
 *
 * @param joinPath joins a folder and a name.
 */
export function readSchemaBytes(
  path: string,
  bytes: Uint8Array,
  joinPath = (folder: string, name: string) => `${folder}/${name}`,
): SchemaArchive {
  if (!isZip(bytes)) return { files: [{ path, text: decodeSchema(bytes) }], problems: [] };
  const { files, problems } = readSchemaArchive(bytes);
  const pathOf = (name: string) => (name === '' ? path : joinPath(path, name));
  return {
    files: files.map(({ path: name, text }) => ({ path: pathOf(name), text })),
    problems: problems.map((problem) => ({ ...problem, file: pathOf(problem.file) })),
  };
}

/**
 * Whether a file of a folder or an archive may be a schema.
 * True for JSON files, except for files of packages and of editor projects.
 */
export function isSchemaPath(path: string): boolean {
  if (!/\.json$/i.test(path) || /(?:^|\/)(?:__MACOSX|node_modules|\.[^/]+)\//.test(path)) return false;
  return !/(?:^|\/)(?:package|package-lock|tsconfig[^/]*|telemetry-v3\.config|\.[^/]*)\.json$/i.test(path);
}
