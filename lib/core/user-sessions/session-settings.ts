import { INTERACTION_TYPES } from '#core/pipeline/interaction-types';

/** Parameters of the summary job. */
export interface SessionSettings {
  /** A longer gap, in seconds, counts as no time. */
  readonly idleSeconds: number;
  /** A longer gap, in seconds, ends all sessions that are open. */
  readonly breakSeconds: number;
  /** `edata.type` of the INTERACT events that count, in lower case. */
  readonly interactTypes: ReadonlySet<string>;
}

/** Those of the pipeline as it is delivered: 10 and 30 minutes. */
export const DEFAULT_SESSION_SETTINGS: SessionSettings = {
  idleSeconds: 600,
  breakSeconds: 1_800,
  interactTypes: new Set(INTERACTION_TYPES),
};
