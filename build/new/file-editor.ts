import type { NewName } from './new-name';

/** Reads files of the project. */
export interface ProjectFiles {
  /** Returns the text of a file, or null if there is no such file. */
  readonly read: (path: string) => string | null;
}

/** New texts of files by path. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** Generates files with an editor. Throws an {@link EditFault} if an edit is not possible. */
export type Generate = (name: NewName, files: FileEditor) => void;

/**
 * Edits files in memory.
 * An edit throws an {@link EditFault} with the path if it does not fit the file.
 */
export class FileEditor {
  readonly #files: ProjectFiles;
  readonly #changed = new Map<string, string>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  get changed(): GeneratedFiles {
    return this.#changed;
  }

  /** Whether a path is an existing or a new file. */
  has(path: string): boolean {
    return this.#changed.has(path) || this.#files.read(path) !== null;
  }

  create(path: string, text: string): void {
    if (this.has(path)) throw new EditFault(`${path} is there already. Use another name.`);
    this.#changed.set(path, text);
  }

  /** Inserts a string before the first match of a pattern. */
  insertBefore(path: string, pattern: RegExp, text: string): void {
    const before = this.#read(path);
    const index = before.search(pattern);
    if (index < 0) throw new EditFault(`${path} has nothing to edit: ${pattern.source} is missing.`);
    this.#changed.set(path, before.slice(0, index) + text + before.slice(index));
  }

  /** Inserts an import before the first one of a file. The formatter sorts them later. */
  addImport(path: string, text: string): void {
    this.insertBefore(path, /^import /m, `${text}\n`);
  }

  /**
   * Adds messages to a section of a locale file, such as `locales/en.yml`.
   * The section may be nested, as `export.formats`. Creates a missing section at the end of the file or of the parent
   * section.
   */
  addMessages(path: string, section: string, messages: Readonly<Record<string, string>>): void {
    const lines = this.#read(path).trimEnd().split('\n');
    const names = section.split('.');
    const parent = names.slice(0, -1);
    const indent = '  '.repeat(names.length);
    const messageLines = Object.entries(messages).map(([key, text]) => `${indent}${key}: ${JSON.stringify(text)}`);
    const sectionLine = `${'  '.repeat(parent.length)}${names.at(-1)}:`;
    const sectionEnd = endOfSection(lines, names);
    const existingKey = Object.keys(messages).find(
      (key) => sectionEnd !== null && hasLineInSection(lines, sectionEnd, `${indent}${key}:`),
    );
    if (existingKey !== undefined)
      throw new EditFault(`${path} has ${section}.${existingKey} already. Use another name.`);
    const end = sectionEnd ?? (parent.length === 0 ? lines.length : endOfSection(lines, parent));
    if (end === null) throw new EditFault(`${path} has no section ${parent.join('.')}.`);
    const newLines =
      sectionEnd === null ? [...(parent.length === 0 ? [''] : []), sectionLine, ...messageLines] : messageLines;
    this.#changed.set(path, `${[...lines.slice(0, end), ...newLines, ...lines.slice(end)].join('\n')}\n`);
  }

  #read(path: string): string {
    const text = this.#changed.get(path) ?? this.#files.read(path);
    if (text === null) throw new EditFault(`${path} is missing.`);
    return text;
  }
}

/** Why an edit cannot be made, as a sentence for the user. */
export class EditFault extends Error {}

/** Whether a line of a section begins with a prefix. `sectionEnd` is the index after the section's last line. */
function hasLineInSection(lines: readonly string[], sectionEnd: number, prefix: string): boolean {
  const indent = prefix.search(/\S/);
  for (let index = sectionEnd - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.startsWith(prefix)) return true;
    if (line !== '' && line.search(/\S/) < indent) return false;
  }
  return false;
}

/** Returns the index after the last line of a section, or `null` if there is no such section. */
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
