/** Where an event can end. */
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

/** What a job can do with an event that passes it. */
const effectCodes = [
  'not-validated',
  'corrected',
  'split',
  'time-changed',
  'user-not-joined',
  'content-not-joined',
  'not-counted',
] as const;

/** By what a fate is found: its end, its effects, and whether its event is lost. */
export const fateCodes = [...endCodes, ...effectCodes, 'dropped'] as const;

/** One of {@link fateCodes}. */
export type FateCode = (typeof fateCodes)[number];
