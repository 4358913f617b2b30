import { browser } from 'wxt/browser';
import { nameNewRun, type RunNameDeps, readRunName } from '#panel/persistence/run-name';
import { localStorage, sessionStorage } from '../storage';
import { hasOwnApi } from './ask-background';

const LOCK = 'browser session';

const deps: RunNameDeps = {
  memory: sessionStorage,
  persistent: localStorage,
  async openTabIds() {
    // Panels in Firefox have no `tabs` API.
    if (!hasOwnApi('tabs')) return [];
    return (await browser.tabs.query({})).flatMap(({ id }) => id ?? []);
  },
  newName: () => crypto.randomUUID(),
};

/** Returns the random name of this run of the browser, which is the same in all extension pages. */
export async function readBrowserSession(): Promise<string> {
  // Serialized: if two panels named the run at once, one would store rows under a name that is lost.
  return await navigator.locks.request(LOCK, () => readRunName(deps));
}

/** Names a new run. Call only when the browser starts. */
export async function renewBrowserSession(): Promise<void> {
  await navigator.locks.request(LOCK, () => nameNewRun(deps));
}
