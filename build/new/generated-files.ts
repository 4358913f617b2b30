import { fail, type Result, succeed } from '#core/util/result';

/** The files of the project. */
export interface ProjectFiles {
  /** Returns the text of a file, or null if there is no such file. */
  readonly read: (path: string) => string | null;
}

/** New texts of files by path. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** Makes the files of something new. Throws an {@link EditFault} where that cannot be done. */
export type Generate = (name: NewName, files: FileEditor) => void;

/** A name in the cases of files, values and types: `page-visits`, `pageVisits`, `PageVisits`. */
export interface NewName {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  /** For texts: `Page visits`. */
  readonly title: string;
}

const MAX_NAME_CHARS = 40;

/** Parses a name of lower-case words with hyphens between them. */
export function parseNewName(text: string): Result<NewName, string> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) || text.length > MAX_NAME_CHARS) {
    return fail(
      `"${text}" can't be a name. Use at most ${MAX_NAME_CHARS} lower-case letters and digits, with hyphens between words.`,
    );
  }
  const pascal = text.replace(/(^|-)(.)/g, (_, _hyphen, first: string) => first.toUpperCase());
  const camel = pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
  const title = pascal.slice(0, 1) + text.slice(1).replaceAll('-', ' ');
  return succeed({ kebab: text, camel, pascal, title });
}

/** Edits files in memory. Each edit fails, and names the file, where the project has not what it expects. */
export class FileEditor {
  readonly #files: ProjectFiles;
  readonly #changed = new Map<string, string>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  get changed(): GeneratedFiles {
    return this.#changed;
  }

  /** Whether there is a file at a path, or will be. */
  has(path: string): boolean {
    return this.#changed.has(path) || this.#files.read(path) !== null;
  }

  create(path: string, text: string): void {
    if (this.has(path)) throw new EditFault(`${path} is there already. Use another name.`);
    this.#changed.set(path, text);
  }

  /** Puts a text before the first place that a pattern matches. */
  insertBefore(path: string, pattern: RegExp, text: string): void {
    const before = this.#read(path);
    const index = before.search(pattern);
    if (index < 0) throw new EditFault(`${path} has no place for it: ${pattern.source} is missing.`);
    this.#changed.set(path, before.slice(0, index) + text + before.slice(index));
  }

  /** Puts an import before the first one of a file. The formatter sorts them. */
  addImport(path: string, text: string): void {
    this.insertBefore(path, /^import /m, `${text}\n`);
  }

  /**
   * Adds messages to a section of a locale file, such as `locales/en.yml`. The section may be nested, as `export.formats`.
   * Makes a new one at the end of the file, or of the section around it.
   */
  addMessages(path: string, section: string, messages: Readonly<Record<string, string>>): void {
    const lines = this.#read(path).trimEnd().split('\n');
    const names = section.split('.');
    const around = names.slice(0, -1);
    const indent = '  '.repeat(names.length);
    const added = Object.entries(messages).map(([key, text]) => `${indent}${key}: ${JSON.stringify(text)}`);
    const title = `${'  '.repeat(around.length)}${names.at(-1)}:`;
    const found = endOfSection(lines, names);
    const known = Object.keys(messages).find((key) => found !== null && hasKey(lines, found, `${indent}${key}:`));
    if (known !== undefined) throw new EditFault(`${path} has ${section}.${known} already. Use another name.`);
    const end = found ?? (around.length === 0 ? lines.length : endOfSection(lines, around));
    if (end === null) throw new EditFault(`${path} has no section ${around.join('.')}.`);
    const titled = found === null ? [...(around.length === 0 ? [''] : []), title, ...added] : added;
    this.#changed.set(path, `${[...lines.slice(0, end), ...titled, ...lines.slice(end)].join('\n')}\n`);
  }

  #read(path: string): string {
    const text = this.#changed.get(path) ?? this.#files.read(path);
    if (text === null) throw new EditFault(`${path} is missing.`);
    return text;
  }
}

/** Why an edit cannot be made, as a sentence for the user. */
export class EditFault extends Error {}

/** Whether one of the lines of a section, which ends before `end`, begins so. */
function hasKey(lines: readonly string[], end: number, start: string): boolean {
  const indent = start.search(/\S/);
  for (let index = end - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.startsWith(start)) return true;
    if (line !== '' && line.search(/\S/) < indent) return false;
  }
  return false;
}

/** Returns the line behind the last one of a section, or null if there is no such section. */
function endOfSection(lines: readonly string[], names: readonly string[]): number | null {
  let start = -1;
  for (const [depth, name] of names.entries()) {
    start = lines.indexOf(`${'  '.repeat(depth)}${name}:`, start + 1);
    if (start < 0) return null;
  }
  const inside = '  '.repeat(names.length);
  let end = start + 1;
  for (let index = end; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    if (!line.startsWith(inside)) break;
    end = index + 1;
  }
  return end;
}
