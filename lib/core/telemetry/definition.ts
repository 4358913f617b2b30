import type { CodeIn, PlaceholdersOf } from '#core/util/message';
import type * as z from '#core/util/zod';
import type { Rule } from './rules';
import type { InterpretationCode } from './vocabulary';

/** The arguments of a method: the order of the keys is the order of the arguments. */
export type ArgumentShape = Readonly<Record<string, z.ZodMiniType>>;

/** A part of a headline with text: a message of `headlines`. */
export type HeadlineCode = CodeIn<'headlines'>;

/**
 * A part of the headline of an event: a path, or a message with a path for each placeholder.
 * `count` uses the length of the value at its path. A part without a value is omitted.
 */
export type HeadlinePart = string | { readonly [Code in HeadlineCode]: HeadlineMessage<Code> }[HeadlineCode];

interface HeadlineMessage<Code extends HeadlineCode> {
  readonly code: Code;
  readonly values: Readonly<Record<PlaceholdersOf<`headlines.${Code}`>, string>>;
}

/**
 * The definition of one kind.
 * Types, validation, forms, samples and the reference page derive from it.
 */
export interface EventDefinition<Shape extends ArgumentShape = ArgumentShape> {
  readonly arguments: Shape;
  /** Interpretation of an ambiguous line of the specification about this kind as a whole. */
  readonly interpretation?: InterpretationCode;
  readonly headline: readonly HeadlinePart[];
  /** Rules over several fields. */
  readonly rules?: readonly Rule[];
  /**
   * Paths of the arguments in an event on the wire; `data` is `edata` by default.
   * A path inside an argument (`data.contentId`) is used if the argument itself does not have the field.
   */
  readonly onWire?: Readonly<Record<string, string>>;
  /** A realistic call, by argument name, without any finding. */
  readonly sample: Readonly<z.input<z.ZodMiniObject<Shape>>>;
}

/** Returns the definition unchanged. TypeScript checks the sample against the arguments. */
export function defineEvent<const Shape extends ArgumentShape>(
  definition: EventDefinition<Shape>,
): EventDefinition<Shape> {
  return definition;
}
