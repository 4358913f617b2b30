/**
 * Returns the keys that open DevTools on the system of a user agent.
 * Source: https://developer.chrome.com/docs/devtools/open. Firefox has the same keys. ChromeOS keyboards have no F12.
 */
export function devtoolsKey(userAgent: string): string {
  if (userAgent.includes('Macintosh')) return '⌥⌘I';
  return userAgent.includes('CrOS') ? 'Ctrl+Shift+I' : 'F12';
}
