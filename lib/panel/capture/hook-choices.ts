import { isJsonObject } from '#core/json/json';

/** Names of the panel's settings by which pages get a hook that reads more: call stacks, and what the user did before a call. */
export const CALL_STACKS = 'callStacks';
export const USER_ACTIONS = 'userActions';

type HookChoice = typeof CALL_STACKS | typeof USER_ACTIONS;

/** Whether page scripts read more: only if the user has asked for it. */
export function parseHookChoice(stored: unknown): boolean {
  return stored === true;
}

/** Reads a choice out of all stored settings of the panel. */
export function wantsOfHook(settings: unknown, choice: HookChoice): boolean {
  return parseHookChoice(isJsonObject(settings) ? settings[choice] : undefined);
}
