import type * as z from '#core/util/zod';
import type { Rule } from './rules';
import type { ReadingCode } from './vocabulary';

/** The arguments of a method: the order of the keys is the order of the arguments. */
export type ArgumentShape = Readonly<Record<string, z.ZodMiniType>>;

/**
 * A part of an event's headline: a path.
 * Words with paths in braces; or a count. A part without a value is omitted.
 */
export type HeadlinePart =
  | string
  | { readonly count: string; readonly one: string; readonly many: string; readonly none?: string };

/** One kind of event, once: types, validation, form, samples and the reference page derive from it. */
export interface EventDefinition<Shape extends ArgumentShape = ArgumentShape> {
  readonly arguments: Shape;
  /** How this kind is read where the document unloads it open, beyond what its fields say. */
  readonly reading?: ReadingCode;
  readonly headline: readonly HeadlinePart[];
  /** Rules over more than one field. */
  readonly rules?: readonly Rule[];
  /**
   * Paths of the arguments in an event on the wire; `data` is `edata` by default.
   * A path inside an argument (`data.contentId`) is used when the argument itself does not hold the field.
   */
  readonly onWire?: Readonly<Record<string, string>>;
  /** A realistic call, by argument name, without any finding. */
  readonly sample: Readonly<z.input<z.ZodMiniObject<Shape>>>;
}

/** Lets TypeScript hold the sample to the arguments: a wrong sample does not compile. */
export function defineEvent<const Shape extends ArgumentShape>(
  definition: EventDefinition<Shape>,
): EventDefinition<Shape> {
  return definition;
}
