import { isJsonObject } from '#core/json/json';

/**
 * Names of settings that make the hook also report call stacks or user actions.
 * They are off by default.
 */
export const CALL_STACKS = 'callStacks';
export const USER_ACTIONS = 'userActions';

type HookChoice = typeof CALL_STACKS | typeof USER_ACTIONS;

/** Parses one of these settings. Off by default. */
export function parseHookChoice(stored: unknown): boolean {
  return stored === true;
}

/** Reads a choice from all stored settings of the panel. */
export function readHookChoice(settings: unknown, choice: HookChoice): boolean {
  return parseHookChoice(isJsonObject(settings) ? settings[choice] : undefined);
}
