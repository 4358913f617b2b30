import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { INTERACTION_TYPES } from '#core/pipeline/interaction-types';

/** Parameters of the summary job. */
export interface SessionSettings {
  /** Gaps longer than this are not counted. */
  readonly idleSeconds: number;
  /** Gaps longer than this end all open sessions. */
  readonly breakSeconds: number;
  /** `edata.type` of the counted INTERACT events, in lower case. */
  readonly interactTypes: ReadonlySet<string>;
}

/** Defaults of the pipeline: 10 and 30 minutes. */
export const DEFAULT_SESSION_SETTINGS: SessionSettings = {
  idleSeconds: 600,
  breakSeconds: 1_800,
  interactTypes: new Set(INTERACTION_TYPES),
};

/** Events of servers, which the job drops. */
const SERVER_EIDS: ReadonlySet<string> = new Set(['LOG', 'AUDIT', 'SEARCH']);

/** Whether sessions count events with this `eid`. Does not check other fields. */
export function isCountedEvent(json: Json): json is JsonObject & { readonly eid: string } {
  return isJsonObject(json) && typeof json.eid === 'string' && !SERVER_EIDS.has(json.eid);
}
