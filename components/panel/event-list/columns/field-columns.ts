import type { JsonPath } from '#core/json/json';

/** The path of a field in the event, without list indexes: a column shows the values of all items. */
export type FieldPath = readonly string[];

/** Id of a field's column, with the path as JSON, because a key may contain any character. */
export type FieldColumnId = `field:${string}`;

/** With more columns, none would be wide enough to read. */
export const MAX_FIELD_COLUMNS = 6;
/** Limit for all names of a path together, because a page may send keys of any length. */
const MAX_PATH_CHARS = 200;

export function isFieldColumnId(id: string): id is FieldColumnId {
  return id.startsWith('field:');
}

export function fieldColumnId(path: FieldPath): FieldColumnId {
  return `field:${JSON.stringify(path)}`;
}

/** Whether a path can be a column. Also validates stored paths. */
export function isFieldPath(path: unknown): path is FieldPath {
  if (!Array.isArray(path) || path.length === 0) return false;
  return path.every((step) => typeof step === 'string') && path.join('.').length <= MAX_PATH_CHARS;
}

export function pathOfColumn(id: FieldColumnId): FieldPath {
  return JSON.parse(id.slice('field:'.length)) as FieldPath;
}

/**
 * Returns the event's field for a line of the tree, or `null` if it has none.
 * `data` of a call becomes `edata`, and a part of `options` becomes a part of the event.
 */
export function fieldPathOfLine([section, ...path]: JsonPath): FieldPath | null {
  const names = path.filter((step) => typeof step === 'string');
  const eventPath = section === 'event' ? names : pathOfArgument(names);
  return isFieldPath(eventPath) ? eventPath : null;
}

function pathOfArgument([argument, ...path]: FieldPath): FieldPath {
  if (argument === 'data') return ['edata', ...path];
  return argument === 'options' ? path : [];
}
