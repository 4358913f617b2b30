import { browser } from 'wxt/browser';

/** Whether the extension may call the hosts of all match patterns. */
export function hasHostAccess(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...patterns] });
}

/**
 * Requests access to the hosts of all match patterns. Returns true without a prompt if access is granted already.
 * Requires a user gesture. Without a gesture, browsers deny access.
 */
export function requestHostAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}
