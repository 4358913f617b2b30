import { basename } from 'node:path';
import { proposeSchemaSetName, SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';

/** A named set of a team's schemas: a file, a folder or a zip file. */
export interface SchemaSource {
  /** Name in lower case with hyphens. The rule set is `schema:NAME`. */
  readonly name: string;
  readonly path: string;
}

/** Parses `[NAME=]PATH`. The default name is derived from the file or folder. */
export function parseSchemaSource(text: string): SchemaSource {
  const separator = text.indexOf('=');
  const name = text.slice(0, Math.max(0, separator));
  const path = text.slice(separator + 1);
  if (SCHEMA_SET_NAME.test(name) && path !== '') return { name, path };
  return { name: proposeSchemaSetName(basename(text)), path: text };
}

/** Returns a sentence if two sets have the same name, else `null`. */
export function findNameConflict(sources: readonly SchemaSource[]): string | null {
  const names = sources.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  return duplicate === undefined
    ? null
    : `Two schema sets are named ${duplicate}. Set their names with --schemas NAME=PATH.`;
}
