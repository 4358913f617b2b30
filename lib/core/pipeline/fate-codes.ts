/** Codes of the possible ends of an event. */
const endCodes = [
  'accepted',
  'batch-too-large',
  'duplicate-batch',
  'too-large',
  'invalid',
  'duplicate',
  'own-topic',
  'too-old',
  'skipped',
] as const;

/** Codes of the effects of a job on an event that passes it. */
const effectCodes = [
  'not-validated',
  'corrected',
  'split',
  'time-changed',
  'user-not-joined',
  'content-not-joined',
  'not-counted',
] as const;

/**
 * The values of the filter `fate:`.
 * These are ends, effects, and `dropped` for an end at which the pipeline drops the event.
 */
export const fateCodes = [...endCodes, ...effectCodes, 'dropped'] as const;

/** One of {@link fateCodes}. */
export type FateCode = (typeof fateCodes)[number];
