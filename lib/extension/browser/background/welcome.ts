import { browser } from 'wxt/browser';

/**
 * Opens the welcome page once, after the installation; an update opens nothing.
 * Call during worker startup.
 */
export function startWelcome(): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
  });
}
