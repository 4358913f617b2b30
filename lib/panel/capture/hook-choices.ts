import { isJsonObject } from '#core/json/json';

/**
 * Names of the panel's settings that make the hook read more.
 * These are call stacks, and the user's actions before a call.
 */
export const CALL_STACKS = 'callStacks';
export const USER_ACTIONS = 'userActions';

type HookChoice = typeof CALL_STACKS | typeof USER_ACTIONS;

/** Whether page scripts read more. Off unless the user has turned it on. */
export function parseHookChoice(stored: unknown): boolean {
  return stored === true;
}

/** Reads a choice from all stored settings of the panel. */
export function readHookChoice(settings: unknown, choice: HookChoice): boolean {
  return parseHookChoice(isJsonObject(settings) ? settings[choice] : undefined);
}
