import type { JsonPath } from '#core/json/json';

/** Something about an event that concerns whom it is about: plain data, of the shape of every other finding. */
export interface PrivacyFinding {
  readonly ruleSet: 'privacy' | 'session';
  readonly severity: 'error' | 'notice';
  readonly code: 'secret' | 'contradiction';
  readonly path: JsonPath;
  /** A whole sentence. Never holds the secret. */
  readonly message: string;
}
