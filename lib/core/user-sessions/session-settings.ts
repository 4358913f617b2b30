import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
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

/** Events of servers: the job drops them. */
const SERVER_EIDS: ReadonlySet<string> = new Set(['LOG', 'AUDIT', 'SEARCH']);

/** Whether sessions count events of this type, whatever else is in one. */
export function isCountedEvent(json: Json): json is JsonObject & { readonly eid: string } {
  return isJsonObject(json) && typeof json.eid === 'string' && !SERVER_EIDS.has(json.eid);
}
