import { isJsonObject } from '#core/json/json';

/** Name of the panel's setting. */
export const CALL_STACKS = 'callStacks';

/** Whether the page scripts are to read the call stack of each call: only where the user has asked for it. */
export function parseCallStacks(stored: unknown): boolean {
  return stored === true;
}

/** Reads the choice out of all stored settings of the panel. */
export function wantsCallStacks(settings: unknown): boolean {
  return parseCallStacks(isJsonObject(settings) ? settings[CALL_STACKS] : undefined);
}
