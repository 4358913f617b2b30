/** Valid names of a set of schemas. Its rule set is `schema:NAME`. */
export const SCHEMA_SET_NAME = /^[a-z][a-z0-9-]*$/;

/** Proposes the name of a set, from the name of its file or folder, in lower case with hyphens. */
export function proposeSchemaSetName(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'schemas' : name;
}
