import type { CodeIn } from '#core/util/message';

/** Interpretation that applies to every kind. A message of `definitions.generalInterpretation`. */
export type GeneralInterpretationCode =
  CodeIn<'definitions.generalInterpretation'> extends infer Code
    ? Code extends `${infer Point}.point`
      ? Point
      : never
    : never;

/**
 * Interpretations that apply to every kind, in the order of the reference.
 * The definition of a field has the interpretations of that field.
 */
export const generalInterpretations: readonly GeneralInterpretationCode[] = [
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
