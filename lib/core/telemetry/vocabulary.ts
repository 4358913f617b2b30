import type { Json } from '#core/json/json';
import type { CodeIn } from '#core/util/message';
import * as z from '#core/util/zod';

/** A note of the document on a field: a message of `definitions.note`. */
export type NoteCode = CodeIn<'definitions.note'>;

/** A reading of a line that the document leaves open: a message of `definitions.reading`. */
export type ReadingCode = CodeIn<'definitions.reading'>;

/** A default that depends on another field: a message of `definitions.default`. */
type ComputedDefault = CodeIn<'definitions.default'>;

/**
 * Facts of a definition about a field beyond its type.
 * `z.toJSONSchema` passes them on to the fields.
 */
export interface FieldFacts {
  readonly note?: NoteCode | undefined;
  readonly reading?: ReadingCode | undefined;
  /** It is an identifier: an empty one is a notice. */
  readonly identifier?: boolean | undefined;
  /** Below it is a notice, not an error. */
  readonly recommendedMinimum?: number | undefined;
  /** Another value is a notice, not an error. */
  readonly suggestedValues?: readonly string[] | undefined;
  /** Values that the document gives with "e.g." or "such as": anything else is as good. */
  readonly examples?: readonly string[] | undefined;
  readonly computedDefault?: ComputedDefault | undefined;
  /** A point in time: milliseconds since 1970, or seconds. */
  readonly epoch?: boolean | undefined;
  /** The object has exactly one key. */
  readonly onePair?: boolean | undefined;
}

declare module 'zod/v4/core' {
  interface GlobalMeta extends FieldFacts {}
}

/** Returns a copy of the schema with a note, and with more that is to be known of the field. */
export function withNote<Schema extends z.ZodMiniType>(schema: Schema, note: NoteCode, facts: FieldFacts = {}): Schema {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(schema), ...facts, note });
  return copy;
}

/** A value inside an array: anything but null, which is read as a wrong type there. */
const arrayItem = z.custom<Exclude<Json, null>>((value) => value !== null && value !== undefined);

/**
 * Reading: a field that the document does not list is a notice.
 * So objects are `z.object`: others pass, and are named.
 */
export const anyObject = () => z.record(z.string(), z.custom<Json>());

/** Reading: "key-value objects" are any objects; only "single" ones are held to one key. */
export const keyValues = () => z.array(anyObject());

/** Reading: a "single key-value object" is an object with exactly one key. */
export const singlePairs = () =>
  z.array(
    anyObject()
      .check(z.refine((pair) => Object.keys(pair).length === 1))
      .register(z.globalRegistry, { onePair: true }),
  );

export const anyArray = () => z.array(arrayItem);

/** Reading: an empty string is present; where it should name something, that is a notice. */
export const identifier = () => z.string().register(z.globalRegistry, { identifier: true });

/** Seconds; reading: double and decimal are any finite number, and a negative duration is a notice. */
export const seconds = () => z.number().register(z.globalRegistry, { recommendedMinimum: 0 });

/** Reading: long is an integer, and a negative count is a notice. */
export const count = () => z.int().register(z.globalRegistry, { recommendedMinimum: 0 });

/** Epoch timestamp. Reading: long is an integer. */
export const epoch = () => z.int().register(z.globalRegistry, { epoch: true });

/** Activities that are started and ended. */
export const activityType = () => z.enum(['app', 'session', 'editor', 'player', 'workflow', 'assessment']);
