import type { CodeIn, PlacesOf } from '#core/util/message';
import type * as z from '#core/util/zod';
import type { Rule } from './rules';
import type { ReadingCode } from './vocabulary';

/** The arguments of a method: the order of the keys is the order of the arguments. */
export type ArgumentShape = Readonly<Record<string, z.ZodMiniType>>;

/** A part of a headline that has words: a message of `headlines`. */
export type HeadlineCode = CodeIn<'headlines'>;

/**
 * A part of the line that stands for an event in a list: a path, or a message with a path for each of its places.
 * Of the path of `count`, the length is taken. A part with a path that leads nowhere is omitted.
 */
export type HeadlinePart = string | { readonly [Code in HeadlineCode]: HeadlineMessage<Code> }[HeadlineCode];

interface HeadlineMessage<Code extends HeadlineCode> {
  readonly code: Code;
  readonly values: Readonly<Record<PlacesOf<`headlines.${Code}`>, string>>;
}

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
