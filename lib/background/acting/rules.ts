import type { EntitySession } from '../../identity/session';

/** Puts a session's token on the requests of one tab to one registry. */
export interface ActingRule {
  readonly tabId: number;
  /** Base address of the registry, without a slash at its end. */
  readonly registryUrl: string;
  readonly authorization: string;
}

/** One tab that acts as an entity. */
export interface ActingTab {
  readonly tabId: number;
  readonly sessionId: string;
}

export function ruleFor(tabId: number, registryUrl: string, session: EntitySession): ActingRule {
  return { tabId, registryUrl, authorization: `Bearer ${session.accessToken}` };
}
