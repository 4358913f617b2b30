import type { CodeIn } from '#core/util/message';

/** Interpretation of an ambiguous line of the specification: a message of `definitions.interpretation`. */
export type InterpretationCode =
  CodeIn<'definitions.interpretation'> extends infer Code
    ? Code extends `${infer Point}.point`
      ? Point
      : never
    : never;

/**
 * Interpretations that apply to every kind, in the order of the reference.
 * The definition of a field has the interpretations of that field.
 */
export const generalInterpretations: readonly InterpretationCode[] = [
  'lists',
  'letterCase',
  'nullValue',
  'emptyStrings',
  'requiredWithDefault',
  'keyValueObjects',
  'numbers',
  'unlistedFields',
  'contradictions',
  'unlistedArguments',
];
