import { browser } from 'wxt/browser';

/** Whether the extension may call the hosts of all match patterns. */
export function hasHostAccess(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...patterns] });
}

/**
 * Requests access to the hosts of all match patterns; true at once if it is granted already.
 * Requires a user gesture: browsers deny it otherwise.
 */
export function requestHostAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}
