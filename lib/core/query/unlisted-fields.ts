import { isJsonArray, isJsonObject } from '#core/json/json';
import { envelopeFields } from '#core/telemetry/envelope';
import type { Field } from '#core/telemetry/fields';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { edataFields } from './field-paths';
import { findNearest } from './nearest';

/** A field of an expected event that the definitions do not list at its path. */
export interface UnlistedField {
  readonly path: readonly string[];
  /** The most similar listed field, or `null`. */
  readonly nearest: string | null;
  readonly listed: readonly string[];
  /** Whether SDKs and pipelines add their own fields at this path. */
  readonly isOpen: boolean;
}

/**
 * Lists the fields of a partial event that its definition does not have.
 * Without a kind, `edata` may have the fields of any kind. Skips values other than plain objects, such as patterns.
 */
export function findUnlistedFields(
  event: Readonly<Record<string, unknown>>,
  kind: EventKind | null,
): readonly UnlistedField[] {
  const { edata, ...envelope } = event;
  const fields = envelopeFields();
  // The envelope lists `edata` without its fields.
  const unlistedInEnvelope = findUnlistedNames(envelope, fields, { path: [], isOpen: false });
  if (!isPlainObject(edata)) return unlistedInEnvelope;
  const listed = kind === null ? eventKinds.flatMap(edataFields) : edataFields(kind);
  if (listed.length === 0) return unlistedInEnvelope;
  return [
    ...unlistedInEnvelope,
    ...findUnlistedNames(edata, listed, { path: ['edata'], isOpen: false }, kind !== null),
  ];
}

interface ObjectLocation {
  readonly path: readonly string[];
  readonly isOpen: boolean;
}

function findUnlistedNames(
  value: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  { path, isOpen }: ObjectLocation,
  isDeep = true,
): readonly UnlistedField[] {
  return Object.entries(value).flatMap(([name, inner]): readonly UnlistedField[] => {
    const field = fields.find((candidate) => candidate.name === name);
    if (field !== undefined) return isDeep ? findUnlistedInValue(inner, field, [...path, name]) : [];
    const listed = [...new Set(fields.map((candidate) => candidate.name))];
    return [{ path: [...path, name], nearest: findNearest(name, listed), listed, isOpen }];
  });
}

function findUnlistedInValue(value: unknown, field: Field, path: readonly string[]): readonly UnlistedField[] {
  const { item, children, additionalProperties } = field;
  if (isJsonArray(value) && item !== null) {
    return value.flatMap((inner, index) => findUnlistedInValue(inner, item, [...path, String(index)]));
  }
  if (children.length === 0 || !isPlainObject(value)) return [];
  return findUnlistedNames(value, children, { path, isOpen: additionalProperties !== 'notice' });
}

/** Whether a value is an object literal, not an instance of a class. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
