import { compiledOf } from '#core/telemetry/compiled';
import { envelopeFields } from '#core/telemetry/envelope';
import type { Field } from '#core/telemetry/fields';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { eventParts } from './filter-keys';
import { findNearest } from './nearest';

type Path = readonly string[];

let cachedPaths: ReadonlyMap<string, readonly Path[]> | null = null;

/**
 * Returns the paths at which V3 has a field of this name.
 * Searches `edata` of all kinds, `context` and `object`, then the nested objects of `context` and `object`. Empty if
 * the name is not in V3.
 */
export function pathsOfField(name: string): readonly Path[] {
  return fieldPaths().get(name) ?? [];
}

/** Returns all names of {@link pathsOfField} with their paths. */
export function fieldPaths(): ReadonlyMap<string, readonly Path[]> {
  cachedPaths ??= collectPaths();
  return cachedPaths;
}

/**
 * Whether a key is a path into the event.
 * Custom events have other parts, so any dotted path is allowed. A V3 field can be given by its name alone.
 */
export function isPath(key: string): boolean {
  return key.includes('.') || eventParts.includes(key) || pathsOfField(key).length > 0;
}

/** Parts that pipelines add or earlier versions have. Each is similar to a part of V3 by chance. */
const OTHER_PARTS: readonly string[] = ['flags', 'gdata'];

/**
 * Returns the part of an event for which the first step of a path is probably a typo, or `null`.
 * Only a name similar to a part of V3 counts as a typo, because other events have other parts.
 */
export function nearestPart(path: string): string | null {
  const [part = '', ...rest] = path.split('.');
  if (rest.length === 0 || eventParts.includes(part) || OTHER_PARTS.includes(part)) return null;
  return pathsOfField(part).length > 0 ? null : findNearest(part, eventParts);
}

let cachedClosedLists: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * Returns the values that the definitions allow at a path of the event, in any kind.
 * Empty if any value is allowed.
 */
export function closedValuesAt(path: Path): readonly string[] {
  cachedClosedLists ??= collectClosedLists();
  return cachedClosedLists.get(path.join('.')) ?? [];
}

function collectClosedLists(): ReadonlyMap<string, readonly string[]> {
  const valuesByPath = new Map<string, readonly string[]>();
  const add = (fields: readonly Field[], part: string) => {
    for (const { name, allowedValues, item } of fields) {
      const path = `${part}.${name}`;
      const values = allowedValues ?? item?.allowedValues ?? [];
      if (values.length > 0) valuesByPath.set(path, [...new Set([...(valuesByPath.get(path) ?? []), ...values])]);
    }
  };
  for (const kind of eventKinds) add(edataFields(kind), 'edata');
  for (const { name, children } of envelopeFields()) add(children, name);
  return valuesByPath;
}

function collectPaths(): ReadonlyMap<string, readonly Path[]> {
  const pathsByName = new Map<string, readonly Path[]>();
  const add = (name: string, path: Path) => {
    const paths = pathsByName.get(name) ?? [];
    if (!paths.some((other) => other.join('.') === path.join('.'))) pathsByName.set(name, [...paths, path]);
  };
  for (const kind of eventKinds) for (const { name } of edataFields(kind)) add(name, ['edata', name]);
  const parts = envelopeFields().filter(({ name }) => name === 'context' || name === 'object');
  for (const part of parts) for (const { name } of part.children) add(name, [part.name, name]);
  const direct = new Set(pathsByName.keys());
  for (const part of parts)
    for (const path of nestedPaths(part.children, [part.name])) {
      const name = path.at(-1) ?? '';
      if (!direct.has(name)) add(name, path);
    }
  return pathsByName;
}

/** Returns the fields of the argument that becomes the `edata` of a kind. */
export function edataFields(kind: EventKind): readonly Field[] {
  const { fields, mappings } = compiledOf(kind);
  const [name, ...steps] = mappings.find(({ event }) => event.join('.') === 'edata')?.argument ?? [];
  const argument = fields.find((field) => field.name === name);
  const holder = steps.reduce((field, key) => field?.children.find((child) => child.name === key), argument);
  return holder?.children ?? [];
}

function nestedPaths(fields: readonly Field[], above: Path): readonly Path[] {
  return fields.flatMap(({ name, children }) =>
    children.flatMap((child) => [[...above, name, child.name], ...nestedPaths([child], [...above, name])]),
  );
}
