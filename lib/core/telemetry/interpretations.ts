import type { CodeIn } from '#core/util/message';

/** A line of the document that is open to reading: messages of `definitions.interpretation`. */
export type InterpretationCode =
  CodeIn<'definitions.interpretation'> extends infer Code
    ? Code extends `${infer Point}.point`
      ? Point
      : never
    : never;

/**
 * Interpretations that hold for every kind, in the order of the reference.
 * Those of one field are in its definition.
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
