import { isJsonObject } from '#core/json/json';

/** Name of the panel's setting. */
export const USER_ACTIONS = 'userActions';

/** Whether the page scripts are to read what the user does before calls: only where the user has asked for it. */
export function parseUserActions(stored: unknown): boolean {
  return stored === true;
}

/** Reads the choice out of all stored settings of the panel. */
export function wantsUserActions(settings: unknown): boolean {
  return parseUserActions(isJsonObject(settings) ? settings[USER_ACTIONS] : undefined);
}
