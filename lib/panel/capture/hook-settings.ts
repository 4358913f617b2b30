import { isJsonObject } from '#core/json/json';

/**
 * Names of settings that make the hook also report call stacks or user actions.
 * They are off by default.
 */
export const CALL_STACKS = 'callStacks';
export const USER_ACTIONS = 'userActions';

type HookSetting = typeof CALL_STACKS | typeof USER_ACTIONS;

/** Parses the stored value of a hook setting. Off by default. */
export function parseHookSetting(stored: unknown): boolean {
  return stored === true;
}

/** Reads a hook setting from all stored settings of the panel. */
export function readHookSetting(settings: unknown, name: HookSetting): boolean {
  return parseHookSetting(isJsonObject(settings) ? settings[name] : undefined);
}
