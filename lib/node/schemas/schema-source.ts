import { basename } from 'node:path';
import { proposeSchemaSetName, SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';

/** Schemas of a team under a name: a file, a folder or a zip file. */
export interface SchemaSource {
  /** In lower case with hyphens. The rule set is `schema:NAME`. */
  readonly name: string;
  readonly path: string;
}

/** Reads `[NAME=]PATH`. Without a name, it is that of the file or folder. */
export function parseSchemaSource(written: string): SchemaSource {
  const at = written.indexOf('=');
  const [name, path] = [written.slice(0, Math.max(0, at)), written.slice(at + 1)];
  if (SCHEMA_SET_NAME.test(name) && path !== '') return { name, path };
  return { name: proposeSchemaSetName(basename(written)), path: written };
}

/** Returns why sets cannot be used together, in a sentence, or `null`. */
export function findNameConflict(sources: readonly SchemaSource[]): string | null {
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two sets of schemas are named ${twice}. Name them: --schemas NAME=PATH.`;
}
