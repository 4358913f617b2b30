import { browser } from 'wxt/browser';

/** Whether the extension may call the hosts of all match patterns. */
export function hasHostAccess(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...patterns] });
}

/**
 * Asks the user for access to the hosts of all match patterns; true at once where it is there already.
 * To be called straight from a click or an Enter: browsers refuse it otherwise.
 */
export function requestHostAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}
