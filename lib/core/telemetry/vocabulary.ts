import type { Json } from '#core/json/json';
import type { CodeIn } from '#core/util/message';
import * as z from '#core/util/zod';

/** The specification's note on a field: a message of `definitions.note`. */
export type NoteCode = CodeIn<'definitions.note'>;

/** Interpretation of an unclear line of the specification. A message of `definitions.interpretation`. */
export type InterpretationCode = CodeIn<'definitions.interpretation'>;

/** A default that depends on another field: a message of `definitions.default`. */
type ComputedDefault = CodeIn<'definitions.default'>;

/**
 * Metadata of a field beyond its type.
 * `z.toJSONSchema` includes it in its output.
 */
export interface FieldMeta {
  readonly note?: NoteCode | undefined;
  readonly interpretation?: InterpretationCode | undefined;
  /** Whether the field is an identifier. An empty identifier is a notice. */
  readonly identifier?: boolean | undefined;
  /** A smaller value is a notice, not an error. */
  readonly recommendedMinimum?: number | undefined;
  /** Another value is a notice, not an error. */
  readonly suggestedValues?: readonly string[] | undefined;
  /** Values that the specification gives with "e.g." or "such as". Any other value is valid, too. */
  readonly examples?: readonly string[] | undefined;
  readonly computedDefault?: ComputedDefault | undefined;
  /** Whether the field is a point in time, in epoch milliseconds or seconds. */
  readonly epoch?: boolean | undefined;
  /** Whether the object must have exactly one key. */
  readonly hasSingleKey?: boolean | undefined;
}

declare module 'zod/v4/core' {
  interface GlobalMeta extends FieldMeta {}
}

/** Returns a copy of the schema with a note and further metadata. */
export function withNote<Schema extends z.ZodMiniType>(schema: Schema, note: NoteCode, meta: FieldMeta = {}): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(schema), ...meta, note });
  return copy;
}

/** An item of an array. Null is a wrong type there. */
const arrayItem = z.custom<Exclude<Json, null>>((value) => value !== null && value !== undefined);

/**
 * Interpretation: a field that the specification does not list is a notice.
 * So objects are `z.object`, which accepts other fields.
 */
export const anyObject = () => z.record(z.string(), z.custom<Json>());

/** Interpretation: "key-value objects" are any objects. Only "single" ones must have one key. */
export const keyValues = () => z.array(anyObject());

/** Interpretation: a "single key-value object" is an object with exactly one key. */
export const singlePairs = () =>
  z.array(
    anyObject()
      .check(z.refine((pair) => Object.keys(pair).length === 1))
      .register(z.globalRegistry, { hasSingleKey: true }),
  );

export const anyArray = () => z.array(arrayItem);

/** Interpretation: an empty string counts as present. It is a notice for an identifier. */
export const identifier = () => z.string().register(z.globalRegistry, { identifier: true });

/**
 * Seconds.
 * Interpretation: double and decimal are any finite number, and a negative duration is a notice.
 */
export const seconds = () => z.number().register(z.globalRegistry, { recommendedMinimum: 0 });

/** Interpretation: long is an integer, and a negative count is a notice. */
export const count = () => z.int().register(z.globalRegistry, { recommendedMinimum: 0 });

/** Epoch timestamp. Interpretation: long is an integer. */
export const epoch = () => z.int().register(z.globalRegistry, { epoch: true });

/** Types of activities with a start and an end. */
export const activityType = () => z.enum(['app', 'session', 'editor', 'player', 'workflow', 'assessment']);
